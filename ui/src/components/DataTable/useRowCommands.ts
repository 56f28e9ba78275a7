import { useCommands } from '../../keyboard/commands.ts'

interface RowCommands {
  /** What a row is: `row`, `example`. */
  readonly one: string
  /** Where the commands stand on the sheet of shortcuts. */
  readonly group: string
  readonly isOpen: boolean
  /** Opens the next row, or with -1 the one before. */
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** Walks by keys through the rows that open beside their table. */
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
