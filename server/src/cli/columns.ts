import type { Invocation } from './command.ts'

/** Formats rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The flag of every command that lists something. */
export const JSON_FLAG = { type: 'boolean', help: 'Print one JSON object per line' } as const

interface Format<Item> {
  /** The item as a row of the table. */
  readonly cells: (item: Item) => readonly string[]
  /** The item as `--json` prints it. */
  readonly record: (item: Item) => object
}

/** Prints a table for people, or JSON lines with `--json`. */
export function printList<Item>(
  invocation: Invocation,
  heading: readonly string[],
  items: readonly Item[],
  { cells, record }: Format<Item>,
): void {
  const lines = invocation.has('json')
    ? items.map((item) => JSON.stringify(record(item)))
    : columns([heading, ...items.map(cells)])
  for (const line of lines) invocation.context.print(line)
}
