import { useCommands } from '../../keyboard/commands.ts'

interface RowCommands {
  /** Singular noun for a row: `row`, `example`. */
  readonly one: string
  /** Heading in the list of shortcuts. */
  readonly group: string
  readonly isOpen: boolean
  /** Opens the next row, or the previous one with -1. */
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** Shortcuts to step through the rows of a table with a side pane. */
export function useRowCommands({ one, group, isOpen, onStep, onClose }: RowCommands): void {
  const close = () => {
    if (isOpen) onClose()
  }
  const inPalette = false
  useCommands([
    { id: 'next-row', title: `Next ${one}`, group, keys: 'j', inPalette, run: () => onStep(1) },
    { id: 'previous-row', title: `Previous ${one}`, group, keys: 'k', inPalette, run: () => onStep(-1) },
    { id: 'close-row', title: `Close ${one}`, group, keys: 'Escape', inPalette, run: close },
  ])
}
