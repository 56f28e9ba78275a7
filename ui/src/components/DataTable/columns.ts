import { type ReactNode, useCallback, useState } from 'react'

/** A column of a table. */
export interface DataColumn<Row> {
  readonly id: string
  readonly title: string
  /** Visually hidden title, for self-explanatory columns. */
  readonly titleHidden?: boolean
  /** Width in pixels until the user resizes it. */
  readonly width: number
  /** Share of the remaining width; none by default. */
  readonly grow?: number
  readonly align?: 'start' | 'end'
  /** Whether the content always fits, so that cells need no clipping. */
  readonly fits?: boolean
  /** Hidden by default. */
  readonly optional?: boolean
  readonly sortable?: boolean
  readonly cell: (row: Row) => ReactNode
}

export interface TableSort {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

export interface TableSelection {
  readonly ids: ReadonlySet<string>
  /** `range` selects from the last selected row to this one. */
  readonly onToggle: (id: string, range: boolean) => void
  readonly onToggleAll: () => void
}

/** User preferences for a table, stored apart from the columns, which change between versions. */
export interface TableLayout {
  readonly order: readonly string[]
  /** Visibility, where it differs from the column's default. */
  readonly visible: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}

export const EMPTY_LAYOUT: TableLayout = { order: [], visible: {}, widths: {} }

const WIDTH_MIN = 48
const WIDTH_MAX = 1200

type Columns = readonly Pick<DataColumn<never>, 'id' | 'width' | 'grow' | 'optional'>[]

/** All column ids in the user's order; columns new since then stay after their neighbour. */
export function orderedIds(columns: Columns, { order }: TableLayout): string[] {
  const known = order.filter((id) => columns.some((column) => column.id === id))
  const ids = [...known]
  columns.forEach(({ id }, index) => {
    if (known.includes(id)) return
    const before = columns[index - 1]?.id
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  })
  return ids
}

export function isVisible(column: Columns[number], { visible }: TableLayout): boolean {
  return Object.hasOwn(visible, column.id) ? visible[column.id] === true : !column.optional
}

export function withVisible(layout: TableLayout, id: string, shown: boolean): TableLayout {
  return { ...layout, visible: { ...layout.visible, [id]: shown } }
}

export function withWidth(layout: TableLayout, id: string, width: number): TableLayout {
  const fitting = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)))
  return { ...layout, widths: { ...layout.widths, [id]: fitting } }
}

/** Moves a column to the position of another. */
export function withMoved(layout: TableLayout, columns: Columns, id: string, overId: string): TableLayout {
  const ids = orderedIds(columns, layout)
  const from = ids.indexOf(id)
  const to = ids.indexOf(overId)
  if (from < 0 || to < 0 || from === to) return layout
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  return { ...layout, order: ids }
}

/** CSS grid template: fixed widths and shares of the remaining width. */
export function gridTemplate(columns: Columns, layout: TableLayout): string {
  const tracks = columns.map((column) => {
    const width = leastWidth(column, layout)
    return column.grow && !isResized(column, layout) ? `minmax(${width}, ${column.grow}fr)` : width
  })
  const isElastic = tracks.some((track) => track.startsWith('minmax'))
  return isElastic ? tracks.join(' ') : [...tracks, 'minmax(0, 1fr)'].join(' ')
}

/** Minimum width of the columns as a CSS length; narrower tables scroll sideways. */
export const widthMin = (columns: Columns, layout: TableLayout): string =>
  `calc(${['0px', ...columns.map((column) => leastWidth(column, layout))].join(' + ')})`

/** Share of the screen that a column with a share of the table takes at most before the table scrolls. */
const SCREEN_SHARE = '36vw'

function leastWidth(column: Columns[number], layout: TableLayout): string {
  if (isResized(column, layout)) return `${layout.widths[column.id]}px`
  // On a phone, a wide name would push everything else off the screen.
  return column.grow ? `min(${column.width}px, ${SCREEN_SHARE})` : `${column.width}px`
}

const isResized = ({ id }: Columns[number], { widths }: TableLayout): boolean => Object.hasOwn(widths, id)

/** Parses a stored layout; anything invalid is an empty layout. */
export function readLayout(stored: string | null): TableLayout {
  if (stored === null) return EMPTY_LAYOUT
  try {
    const { order, visible, widths }: Partial<TableLayout> = JSON.parse(stored)
    return { order: order ?? [], visible: visible ?? {}, widths: widths ?? {} }
  } catch {
    return EMPTY_LAYOUT
  }
}

/** A table's layout, in local storage under this key. */
export function useTableLayout(key: string): [TableLayout, (layout: TableLayout) => void] {
  const storedAs = `heddle.table.${key}`
  const [kept, setKept] = useState({ storedAs, layout: readLayout(localStorage.getItem(storedAs)) })
  const layout = kept.storedAs === storedAs ? kept.layout : readLayout(localStorage.getItem(storedAs))
  const setLayout = useCallback(
    (next: TableLayout) => {
      localStorage.setItem(storedAs, JSON.stringify(next))
      setKept({ storedAs, layout: next })
    },
    [storedAs],
  )
  return [layout, setLayout]
}
