/** What every row of the tree is drawn with. */
export interface RowViewProps {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly measure: (element: HTMLElement | null) => void
  readonly isActive: boolean
  readonly onActivate: () => void
}
