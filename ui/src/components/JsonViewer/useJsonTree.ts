import { useMemo, useState } from 'react'
import {
  initiallyOpen,
  JsonDocument,
  type JsonRow,
  type OpenContainers,
  opened,
  PAGE,
  rowsOf,
} from './rows.ts'

/** The rows of a document, and what opens and closes them. */
export function useJsonTree(text: string) {
  const document = useMemo(() => new JsonDocument(text), [text])
  const [open, setOpen] = useState<OpenContainers>(() => initiallyOpen(document))
  const [hit, setHit] = useState<number>()
  const rows = useMemo(() => rowsOf(document, open), [document, open])
  const depthMax = useMemo(() => rows.reduce((deepest, { depth }) => Math.max(deepest, depth), 0), [rows])
  return {
    document,
    rows,
    /** Of the rows that are there now. */
    depthMax,
    toggle: (start: number) => setOpen(toggled(open, start)),
    showMore: (row: JsonRow) => setOpen(withPage(open, row)),
    /** Opens the way to an offset of the text and marks the row it is in. */
    reveal: (offset: number | undefined) => {
      setHit(offset)
      if (offset !== undefined) setOpen(opened(document, open, offset))
    },
    hitRow: hit === undefined ? -1 : rows.findLastIndex((row) => row.type === 'value' && row.start <= hit),
  }
}

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
