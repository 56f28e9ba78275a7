/** What every row of the tree is drawn with. */
export interface RowViewProps {
  readonly id: string
  readonly index: number
  /** Pixels from the top of the tree; undefined where rows simply follow each other. */
  readonly top: number | undefined
  readonly measure: ((element: HTMLElement | null) => void) | undefined
  readonly isActive: boolean
  readonly onActivate: () => void
}

/** Where a row stands, and how deep. */
export const rowStyle = (top: number | undefined, depth: number) => ({
  '--depth': depth,
  ...(top !== undefined && { position: 'absolute' as const, top }),
})
