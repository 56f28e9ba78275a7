import { type JsonKind, kindAt, skipWhitespace } from '@heddle/contract/json-scanner'
import { useMemo, useState } from 'react'
import { isContainer, JsonChildren, type JsonSpan } from '../../json/children.ts'

/** Children per page. */
export const PAGE = 100

const SMALL_CHARACTERS = 2000

interface RowPlace {
  readonly depth: number
  /** Keys from the document's root to here. */
  readonly path: readonly (string | number)[]
}

export interface ValueRow extends RowPlace, JsonSpan {
  readonly type: 'value'
  readonly kind: JsonKind
  readonly isOpen: boolean
}

/** Placeholder for the hidden children of a container, before or after the visible ones. */
export interface PageRow extends RowPlace {
  readonly type: 'earlier' | 'later'
  /** Offset of the container. */
  readonly of: number
}

export type JsonRow = ValueRow | PageRow

/** Identifies a row among all rows of its document, wherever it is. */
export const rowKey = (row: JsonRow | undefined): string =>
  row?.type === 'value' ? `value ${row.start}` : `${row?.type} ${row?.of}`

/** Visible children of an open container; the end is exclusive. */
interface ShownRange {
  readonly from: number
  readonly to: number
}

/** Open containers by their offset. */
export type OpenContainers = ReadonlyMap<number, ShownRange>

/** A JSON text and its scanned containers. */
export class JsonDocument {
  readonly text: string
  readonly root: number
  readonly #children = new Map<number, JsonChildren>()

  constructor(text: string) {
    this.text = text
    this.root = skipWhitespace(text, 0)
  }

  childrenOf(start: number): JsonChildren {
    const known = this.#children.get(start)
    if (known) return known
    const children = new JsonChildren(this.text, start)
    this.#children.set(start, children)
    return children
  }
}

/** Visible rows from top to bottom; scans only open containers. The root is a row only if it is a scalar. */
export function rowsOf(document: JsonDocument, open: OpenContainers): JsonRow[] {
  const rows: JsonRow[] = []
  const { text, root } = document
  const rootKind = kindAt(text, root)
  if (isContainer(rootKind)) addChildren(root, open.get(root) ?? { from: 0, to: PAGE }, 0, [])
  else {
    const place = { start: root, end: text.length, depth: 0, path: [] }
    rows.push({ type: 'value', kind: rootKind, isOpen: false, ...place })
  }
  return rows

  function addChildren(of: number, range: ShownRange, depth: number, path: RowPlace['path']): void {
    const children = document.childrenOf(of)
    if (range.from > 0) rows.push({ type: 'earlier', of, depth, path })
    for (let index = range.from; index < range.to; index++) {
      const child = children.at(index)
      if (!child) return
      addValue(child, depth, [...path, child.key])
    }
    if (children.has(range.to)) rows.push({ type: 'later', of, depth, path })
  }

  function addValue({ start, end }: JsonSpan, depth: number, path: RowPlace['path']): void {
    const kind = kindAt(text, start)
    const range = open.get(start)
    rows.push({ type: 'value', kind, start, end, depth, path, isOpen: range !== undefined })
    if (range && isContainer(kind)) addChildren(start, range, depth + 1, path)
  }
}

const isSmall = ({ kind, start, end }: ValueRow): boolean =>
  isContainer(kind) && end - start < SMALL_CHARACTERS

/** Opens the containers around an offset of the text, so that its value becomes a visible row. */
export function opened(document: JsonDocument, open: OpenContainers, offset: number): OpenContainers {
  const next = new Map(open)
  let start = document.root
  while (isContainer(kindAt(document.text, start))) {
    const children = document.childrenOf(start)
    const index = children.indexOver(offset)
    const child = children.at(index)
    if (!child) break
    const range = next.get(start) ?? { from: 0, to: PAGE }
    const isShown = index >= range.from && index < range.to
    const from = Math.floor(index / PAGE) * PAGE
    next.set(start, isShown ? range : { from, to: from + PAGE })
    // Offsets inside a key or between two children count as the member.
    if (offset < child.start) break
    start = child.start
  }
  return next
}

/** Start of the innermost value that an offset of the text belongs to, in its text or in its key. */
export function valueStartAt(document: JsonDocument, offset: number): number {
  let start = document.root
  while (isContainer(kindAt(document.text, start))) {
    const children = document.childrenOf(start)
    const child = children.at(children.indexOver(offset))
    if (!child) break
    start = child.start
    if (offset < start) break
  }
  return start
}

/** Opens small containers a few levels deep, so that most payloads are visible at once. */
export function initiallyOpen(document: JsonDocument, rowsMax = 60): OpenContainers {
  let open: OpenContainers = new Map([[document.root, { from: 0, to: PAGE }]])
  for (let level = 0; level < 4; level++) {
    const rows = rowsOf(document, open)
    const small = rows.filter((row) => row.type === 'value').filter(isSmall)
    const next = new Map(open)
    for (const { start } of small) next.set(start, { from: 0, to: PAGE })
    if (next.size === open.size || rowsOf(document, next).length > rowsMax) return open
    open = next
  }
  return open
}

/** Rows of a document, with functions to open and close them. */
export function useJsonTree(text: string) {
  const document = useMemo(() => new JsonDocument(text), [text])
  const [open, setOpen] = useState<OpenContainers>(() => initiallyOpen(document))
  const [hit, setHit] = useState<Hit>()
  const rows = useMemo(() => rowsOf(document, open), [document, open])
  const hitStart = useMemo(() => hit && valueStartAt(document, hit.offset), [document, hit])
  const hitRow = hitStart === undefined ? -1 : rowOver(rows, hitStart)
  const depthMax = useMemo(() => rows.reduce((deepest, { depth }) => Math.max(deepest, depth), 0), [rows])
  return {
    document,
    rows,
    /** Depth of the deepest visible row. */
    depthMax,
    toggle: (start: number) => setOpen(toggled(open, start)),
    showMore: (row: JsonRow) => setOpen(withPage(open, row)),
    /** Opens the containers around a match and highlights its row. */
    reveal: (found: Hit | undefined) => {
      setHit(found)
      if (found) setOpen(opened(document, open, found.offset))
    },
    hit,
    hitRow,
  }
}

/** A match of a search: where it is in the JSON, and how long it is in the decoded string. */
export interface Hit {
  readonly offset: number
  readonly length: number
}

/** Index of the row of a value, or of the closed container that hides it. */
const rowOver = (rows: readonly JsonRow[], start: number): number =>
  rows.findLastIndex((row) => row.type === 'value' && row.start <= start)

function toggled(open: OpenContainers, start: number): OpenContainers {
  const next = new Map(open)
  if (!next.delete(start)) next.set(start, { from: 0, to: PAGE })
  return next
}

function withPage(open: OpenContainers, row: JsonRow): OpenContainers {
  if (row.type === 'value') return open
  const range = open.get(row.of) ?? { from: 0, to: PAGE }
  const wider =
    row.type === 'later'
      ? { ...range, to: range.to + PAGE }
      : { ...range, from: Math.max(0, range.from - PAGE) }
  return new Map(open).set(row.of, wider)
}
