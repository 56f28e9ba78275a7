import type { ReactNode } from 'react'

/** A column of a table, whatever its rows are. */
export interface DataColumn<Row> {
  readonly id: string
  readonly title: string
  /** For columns that explain themselves: the title is said, not shown. */
  readonly titleHidden?: boolean
  /** Pixels, unless the person drags it wider or narrower. */
  readonly width: number
  /** Its share of the room that is left over; none by default. */
  readonly grow?: number
  readonly align?: 'start' | 'end'
  /** What it shows is never wider than the column: nothing needs to be cut. */
  readonly fits?: boolean
  /** Not shown until chosen. */
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
  /** `range`: from the row chosen last to this one. */
  readonly onToggle: (id: string, range: boolean) => void
  readonly onToggleAll: () => void
}
