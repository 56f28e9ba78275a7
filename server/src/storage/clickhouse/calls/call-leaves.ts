import { OPEN_BRACE, OPEN_BRACKET } from '@heddle/contract/json-scanner'
import { ProvenCursor } from '../../../json/proven-cursor.ts'
import type { JsonText } from '../../../json/text.ts'
import { type DocumentField, type Expression, type Field, isDocument } from '../../../query/expression.ts'
import type { Select } from '../../../query/select.ts'
import { LITERALS } from '../literals.ts'

/**
 * The scalars of payloads, stored separately: a search by a path reads a few bytes of each call instead of its documents. For a
 * path, `call_parts` has the JSON token (`"a"`, `5.0`, `null`), `UNKNOWN` if the value is not a scalar, or nothing if the
 * document has no value there.
 */
export const UNKNOWN = '?'

const SEPARATOR = '\u001f'
const LEAVES_MAX = 100
const PATH_CHARS_MAX = 300
const TOKEN_CHARS_MAX = 200
/** Larger documents would slow down writes. */
const DOCUMENT_CHARS_MAX = 256 * 1024

export interface Leaves {
  readonly leaf_paths: readonly string[]
  readonly leaf_tokens: readonly string[]
}

/** The leaves of the documents of a part, by the names of their columns. */
export function leavesOf(documents: Readonly<Record<string, JsonText | null>>): Leaves {
  const leaf_paths: string[] = []
  const leaf_tokens: string[] = []
  for (const [column, document] of Object.entries(documents)) {
    if (document === null) continue
    const { leaves, isComplete } = new LeafReader(document.text).read()
    for (const [path, token] of leaves) {
      leaf_paths.push(column + path)
      leaf_tokens.push(token)
    }
    if (isComplete) continue
    leaf_paths.push(incompleteMark(column))
    leaf_tokens.push(UNKNOWN)
  }
  return { leaf_paths, leaf_tokens }
}

/** The path in `leaf_paths` that marks a column whose leaves are incomplete. */
const incompleteMark = (column: string): string => column

class LeafReader {
  readonly #cursor: ProvenCursor
  /** By path, which starts with a separator. */
  readonly #leaves = new Map<string, string>()
  #isComplete = true
  /** Whether two values have one path, so that no leaf is certain. */
  #isAmbiguous = false

  constructor(text: string) {
    this.#cursor = new ProvenCursor(text)
  }

  read(): { readonly leaves: ReadonlyMap<string, string>; readonly isComplete: boolean } {
    if (this.#cursor.text.length > DOCUMENT_CHARS_MAX) return NO_LEAVES
    const opening = this.#cursor.peek()
    if (opening === OPEN_BRACE || opening === OPEN_BRACKET) this.#visitChildren('')
    return this.#isAmbiguous ? NO_LEAVES : { leaves: this.#leaves, isComplete: this.#isComplete }
  }

  #visitChildren(path: string): void {
    const cursor = this.#cursor
    if (cursor.peek() === OPEN_BRACE) {
      for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
        const key = cursor.key()
        if (key.includes(SEPARATOR) || !key.isWellFormed()) this.#isAmbiguous = true
        this.#visit(`${path}${SEPARATOR}${key}`)
        if (this.#isAmbiguous) return
      }
    } else {
      let at = 0
      for (let more = cursor.openArray(); more; more = cursor.nextItem()) {
        this.#visit(`${path}${SEPARATOR}${at++}`)
        if (this.#isAmbiguous) return
      }
    }
  }

  /** With too many leaves, the rest is still visited, because a duplicate key may replace an earlier leaf. */
  #visit(path: string): void {
    if (this.#leaves.has(path)) {
      this.#isAmbiguous = true
      return
    }
    const isKept = this.#leaves.size < LEAVES_MAX && path.length <= PATH_CHARS_MAX
    if (!isKept) this.#isComplete = false
    const opening = this.#cursor.peek()
    if (opening === OPEN_BRACE || opening === OPEN_BRACKET) {
      if (isKept) this.#leaves.set(path, UNKNOWN)
      this.#visitChildren(path)
      return
    }
    const [start, end] = this.#cursor.skip()
    const isShort = end - start <= TOKEN_CHARS_MAX
    if (isKept) this.#leaves.set(path, isShort ? this.#cursor.text.slice(start, end) : UNKNOWN)
  }
}

const NO_LEAVES = { leaves: new Map<string, string>(), isComplete: false }

/** A leaf that a search reads in place of a document. */
export interface Leaf {
  /** The name under which the expression reads it. */
  readonly name: string
  /** The document that it is from. */
  readonly column: string
  /** As in `leaf_paths`. */
  readonly path: string
}

/** The token of a leaf in a row of `call_parts`; empty if there is none, or `UNKNOWN`. */
export function leafSql({ column, path }: Pick<Leaf, 'column' | 'path'>): string {
  const [quoted, mark] = [LITERALS.quote(path), LITERALS.quote(incompleteMark(column))]
  return `multiIf(has(leaf_paths, ${quoted}), leaf_tokens[indexOf(leaf_paths, ${quoted})], has(leaf_paths, ${mark}), '${UNKNOWN}', '')`
}

/** The tokens of leaves, as an array. */
export const leavesSql = (leaves: readonly Leaf[]): string => `[${leaves.map(leafSql).join(', ')}]`

type Evaluated = Pick<Select, 'columns' | 'where' | 'sort' | 'ties'>

/** The same select with documents replaced by leaves where possible. */
export function overLeaves({ columns = [], where, sort = [], ties = [] }: Evaluated): {
  readonly select: Evaluated
  readonly leaves: readonly Leaf[]
} {
  const leaves = new Map<string, Leaf>()
  const select = {
    columns: columns.map(({ as, value }) => ({ as, value: expressionOver(value, leaves) })),
    where: where.map((condition) => expressionOver(condition, leaves)),
    sort: sort.map(({ field, direction }) => ({ field: fieldOver(field, leaves), direction })),
    ties,
  }
  return { select, leaves: [...leaves.values()] }
}

function expressionOver(expression: Expression, leaves: Map<string, Leaf>): Expression {
  switch (expression.kind) {
    case 'literal':
    case 'item':
    case 'count':
    case 'some':
      return expression
    case 'field': {
      const { field } = expression
      return isDocument(field) ? { kind: 'field', field: documentOver(field, leaves) } : expression
    }
    case 'convert':
      return { ...expression, input: expressionOver(expression.input, leaves) }
    default:
      return {
        ...expression,
        operands: expression.operands.map((operand) => expressionOver(operand, leaves)),
      }
  }
}

const fieldOver = (field: Field, leaves: Map<string, Leaf>): Field =>
  isDocument(field) ? documentOver(field, leaves) : field

function documentOver(field: DocumentField, leaves: Map<string, Leaf>): DocumentField {
  if (field.kind === 'expanded') return { ...field, base: documentOver(field.base, leaves) }
  const path = field.kind === 'json' ? leafPath(field.column, field.path) : undefined
  if (field.kind !== 'json' || path === undefined) return field
  const leaf = leaves.get(path) ?? { name: `leaf${leaves.size}`, column: field.column, path }
  leaves.set(path, leaf)
  return { ...field, column: leaf.name, path: [] }
}

/** Undefined for a path that cannot be a leaf. */
export function leafPath(column: string, segments: readonly string[]): string | undefined {
  if (segments.length === 0) return undefined
  // `007` is an index of an array as well, and a key of an object.
  const isPlain = segments.every(
    (segment) => segment.isWellFormed() && !segment.includes(SEPARATOR) && !/^0\d/.test(segment),
  )
  return isPlain ? [column, ...segments].join(SEPARATOR) : undefined
}
