import type { Invocation } from './command.ts'
import { plain } from './plain-text.ts'

/** Formats rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const texts = rows.map((row) => row.map(plain))
  const widths: number[] = []
  for (const row of texts) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return texts.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The flags of every command that lists something. */
export const LIST_FLAGS = {
  json: { type: 'boolean', help: 'Print one JSON array' },
  ndjson: { type: 'boolean', help: 'Print one JSON object per line' },
} as const

interface Format<Item> {
  /** The item as a row of the table. */
  readonly cells: (item: Item) => readonly string[]
  /** The item in JSON. */
  readonly record: (item: Item) => object
}

/** Prints a table for people, a JSON array with `--json`, or JSON lines with `--ndjson`. */
export function printList<Item>(
  invocation: Invocation,
  heading: readonly string[],
  items: readonly Item[],
  { cells, record }: Format<Item>,
): void {
  if (printJson(invocation, items.map(record))) return
  for (const line of columns([heading, ...items.map(cells)])) invocation.context.print(line)
}

/** Prints records as JSON if a flag asks for it. Returns whether one does. */
export function printJson(invocation: Invocation, records: readonly object[]): boolean {
  const { print } = invocation.context
  const lines = records.map((record) => JSON.stringify(record))
  if (invocation.has('ndjson')) for (const line of lines) print(line)
  else if (invocation.has('json')) print(`[${lines.join(',\n')}]`)
  else return false
  return true
}
