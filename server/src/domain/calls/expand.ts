import { withMember } from '../../json/members.ts'
import { type PathTree, pathTree, type StringPlace, stringsAt } from '../../json/path-tree.ts'
import { JsonText } from '../../json/text.ts'
import { splitPath } from '../../query/path.ts'
import { parseRef } from '../objects/ref.ts'
import { PAYLOAD_COLUMNS } from './call.ts'

type Expandable = { readonly [Column in (typeof PAYLOAD_COLUMNS)[number]]: JsonText | null }

/** Returns the value of each ref, in order; undefined for refs that cannot be resolved. */
export type ReadObjects = (refs: readonly string[]) => Promise<readonly (JsonText | undefined)[]>

/**
 * Replaces the refs at `paths` by their objects; a path may continue into the object that a shorter one expanded. Objects
 * get a `_ref` with the original ref. Refs that cannot be resolved stay.
 */
export async function expandRefs<Row extends Expandable>(
  rows: readonly Row[],
  paths: readonly string[],
  readObjects: ReadObjects,
): Promise<Row[]> {
  const tree = pathTree(paths.map(splitPath))
  const documents = rows.map((row) => documentsOf(row, tree))
  const expanded = await expandAll(documents.flat(), readObjects)
  return rows.map((row, index) => {
    const columns = (documents[index] ?? []).map((document) => [document.column, expanded.get(document)])
    return { ...row, ...Object.fromEntries(columns) }
  })
}

/** JSON with the paths into it whose refs are expanded. */
interface Document {
  readonly value: JsonText
  readonly tree: PathTree
}

interface ColumnDocument extends Document {
  readonly column: string
}

interface RefPlace extends StringPlace {
  readonly ref: string
}

function documentsOf(row: Expandable, tree: PathTree): ColumnDocument[] {
  return PAYLOAD_COLUMNS.flatMap((column) => {
    const below = tree.children.get(column)
    const value = row[column]
    return below && value ? [{ column, value, tree: below }] : []
  })
}

/** Reads each document once: an object is expanded itself before it replaces its ref. */
async function expandAll<D extends Document>(
  documents: readonly D[],
  readObjects: ReadObjects,
): Promise<Map<D, JsonText>> {
  const places = new Map(documents.map((document) => [document, refsIn(document)]))
  const all = [...places.values()].flat()
  const objects = all.length === 0 ? [] : await readObjects(all.map(({ ref }) => ref))
  const brought = all.flatMap((place, index) => {
    const object = objects[index]
    const tree = { ...place.tree, isEnd: false }
    return object ? [{ place, value: withOrigin(object, place.ref), tree }] : []
  })
  const inner = brought.length === 0 ? new Map() : await expandAll(brought, readObjects)
  const values = new Map(brought.map((document) => [document.place, inner.get(document)]))
  return new Map(
    [...places].map(([document, found]) => [document, withObjects(document.value, found, values)]),
  )
}

function refsIn({ value, tree }: Document): RefPlace[] {
  if (!tree.isEnd && tree.children.size === 0) return []
  return stringsAt(value.text, tree).flatMap((place) => {
    const ref: string = JSON.parse(value.text.slice(...place.span))
    const kind = parseRef(ref)?.kind
    return kind === 'object' || kind === 'op' ? [{ ...place, ref }] : []
  })
}

function withObjects(
  value: JsonText,
  places: readonly RefPlace[],
  objects: ReadonlyMap<RefPlace, JsonText>,
): JsonText {
  let text = ''
  let copied = 0
  for (const place of places) {
    const object = objects.get(place)
    if (object === undefined) continue
    text += value.text.slice(copied, place.span[0]) + object.text
    copied = place.span[1]
  }
  return copied === 0 ? value : new JsonText(text + value.text.slice(copied))
}

const withOrigin = (value: JsonText, ref: string): JsonText =>
  value.kind === 'object' ? withMember(value, '_ref', new JsonText(JSON.stringify(ref))) : value
