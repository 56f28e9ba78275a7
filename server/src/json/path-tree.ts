import { OPEN_BRACE, OPEN_BRACKET, QUOTE, type Span } from '@heddle/contract/json-scanner'
import { Cursor } from './cursor.ts'
import { arrayIndexOf } from './path.ts'

/** A trie of paths, so that one pass over a document serves all of them. */
export interface PathTree {
  /** Whether one of the paths ends here. */
  readonly isEnd: boolean
  readonly children: ReadonlyMap<string, PathTree>
  /** The children that may be items of an array, by index. */
  readonly items: ReadonlyMap<number, PathTree>
}

/** A string at the end of one of the paths. */
export interface StringPlace {
  readonly span: Span
  /** The rest of the paths that go on from here. */
  readonly tree: PathTree
}

interface GrowingTree extends PathTree {
  isEnd: boolean
  readonly children: Map<string, GrowingTree>
  readonly items: Map<number, GrowingTree>
}

export function pathTree(paths: Iterable<readonly string[]>): PathTree {
  const root = newTree()
  for (const path of paths) {
    let at = root
    for (const segment of path) at = at.children.get(segment) ?? newChild(at, segment)
    at.isEnd = true
  }
  return root
}

const newTree = (): GrowingTree => ({ isEnd: false, children: new Map(), items: new Map() })

function newChild({ children, items }: GrowingTree, segment: string): GrowingTree {
  const child = newTree()
  children.set(segment, child)
  const index = arrayIndexOf(segment)
  if (index !== undefined) items.set(index, child)
  return child
}

/** The strings at the ends of the paths, from left to right. For duplicate keys the last one wins. */
export function stringsAt(text: string, tree: PathTree): StringPlace[] {
  return collect(new Cursor(text), tree)
}

/** Returns the matches inside the value at the cursor, and moves past the value. */
function collect(cursor: Cursor, tree: PathTree): StringPlace[] {
  switch (cursor.peek()) {
    case QUOTE: {
      const span = cursor.skip()
      return tree.isEnd ? [{ span, tree }] : []
    }
    case OPEN_BRACE:
      return tree.children.size > 0 ? collectMembers(cursor, tree) : skip(cursor)
    case OPEN_BRACKET:
      return tree.items.size > 0 ? collectItems(cursor, tree) : skip(cursor)
    default:
      return skip(cursor)
  }
}

function collectMembers(cursor: Cursor, tree: PathTree): StringPlace[] {
  const byKey = new Map<string, StringPlace[]>()
  for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
    const key = cursor.key()
    const child = tree.children.get(key)
    if (child === undefined) {
      cursor.skip()
      continue
    }
    // Deleted first, so that the map stays in the order of the text.
    byKey.delete(key)
    byKey.set(key, collect(cursor, child))
  }
  return [...byKey.values()].flat()
}

function collectItems(cursor: Cursor, tree: PathTree): StringPlace[] {
  const places: StringPlace[][] = []
  let index = 0
  for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
    const child = tree.items.get(index++)
    if (child === undefined) cursor.skip()
    else places.push(collect(cursor, child))
  }
  return places.flat()
}

function skip(cursor: Cursor): [] {
  cursor.skip()
  return []
}
