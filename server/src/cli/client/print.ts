import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { plain } from '../plain-text.ts'
import { jsonOf } from './connection.ts'

type Cell = string | number | null | undefined

/** A column of a table and of CSV. */
export interface Column<Item> {
  readonly title: string
  /** The exact value, for CSV. */
  readonly value: (item: Item) => Cell
  /** The text shown in a table; the value itself by default. */
  readonly text?: (item: Item) => string
  readonly align?: 'right'
  /** Never truncated: ids are there to be copied. */
  readonly isWhole?: true
  readonly color?: (item: Item) => Color | undefined
}

export type Color = 'red' | 'yellow' | 'green' | 'dim'

const CODES: Record<Color | 'bold', number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

interface List<Item extends object> {
  readonly columns: readonly Column<Item>[]
  readonly rows: AsyncIterable<Item> | Iterable<Item>
  /** The last row, whatever the limit. */
  readonly total?: Item
  /** Returns the cursor of the next page, from the last of the `count` rows on this one. */
  readonly cursor?: (last: Item, count: number) => string
}

const TABLE_ROWS = 50

/** How many rows to show; undefined for all. Tables have 50 by default, files everything. */
export function limitOf(invocation: Invocation): number | undefined {
  const text = invocation.text('limit') ?? (formatOf(invocation) === 'table' ? String(TABLE_ROWS) : 'all')
  if (text === 'all') return undefined
  const limit = Number(text)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new CommandLineError(`--limit must be a number of rows or all, not ${JSON.stringify(text)}`)
}

type Format = 'table' | 'json' | 'ndjson' | 'csv'

export function formatOf(invocation: Invocation): Format {
  const chosen = (['json', 'ndjson', 'csv'] as const).filter((format) => invocation.has(format))
  const [format = 'table', other] = chosen
  if (other) throw new CommandLineError(`Use either --${format} or --${other}`)
  return format
}

/** Prints rows as they arrive, up to the limit, in the chosen format. Says on standard error where the next page starts. */
export async function printRows<Item extends object>(
  invocation: Invocation,
  list: List<Item>,
): Promise<void> {
  const { context } = invocation
  const writer = writers[formatOf(invocation)](invocation, list.columns)
  const limit = limitOf(invocation) ?? Number.POSITIVE_INFINITY
  let count = 0
  let last: Item | undefined
  let isCut = false
  for await (const item of list.rows) {
    isCut = count >= limit
    if (isCut || context.isOutputClosed()) break
    writer.row(item)
    last = item
    if (++count % 1_000 === 0) context.progress(`${count} rows`)
  }
  if (list.total) writer.row(list.total)
  writer.end()
  if (isCut && last) {
    const next = list.cursor ? `--cursor '${list.cursor(last, count)}', or ` : ''
    context.note(`The first ${count} rows. For more: ${next}--limit all`)
  }
}

interface Writer<Item> {
  row(item: Item): void
  end(): void
}

const writers: Record<
  Format,
  <Item extends object>(invocation: Invocation, columns: readonly Column<Item>[]) => Writer<Item>
> = {
  ndjson: ({ context }) => ({ row: (item) => context.print(oneLine(jsonOf(item))), end: () => {} }),
  json({ context }) {
    let before = '['
    return {
      row(item) {
        context.print(before + oneLine(jsonOf(item)))
        before = ','
      },
      end: () => context.print(before === '[' ? '[]' : ']'),
    }
  },
  csv({ context }, columns) {
    context.print(columns.map(({ title }) => csvCell(title.toLowerCase().replaceAll(' ', '_'))).join(','))
    return {
      row: (item) => context.print(columns.map(({ value }) => csvCell(value(item))).join(',')),
      end: () => {},
    }
  },
  table(invocation, columns) {
    const items: Parameters<(typeof columns)[number]['value']>[0][] = []
    return {
      row: (item) => void items.push(item),
      end: () => {
        for (const line of tableLines(invocation, columns, items)) invocation.context.print(line)
      },
    }
  },
}

/** JSON text may have line breaks between tokens, but none inside strings. */
const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll(/[\r\n]/g, ' ') : json)

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  // A leading quote keeps spreadsheets from running the text as a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Aligned columns. On a terminal they have colours, and long cells are cut so that a row fits its line. */
function tableLines<Item>(
  { context }: Invocation,
  columns: readonly Column<Item>[],
  items: readonly Item[],
): string[] {
  const rows = items.map((item) => ({
    item,
    texts: columns.map(({ value, text }) => plain(text ? text(item) : (value(item) ?? ''))),
  }))
  const widths = columns.map(({ title }, at) =>
    rows.reduce((widest, { texts }) => Math.max(widest, [...(texts[at] ?? '')].length), title.length),
  )
  if (context.isTerminal) fit(columns, widths, context.width)
  const cell = (text: string, at: number) => {
    const width = widths[at] ?? 0
    const cut = [...text].length > width ? `${[...text].slice(0, width - 1).join('')}…` : text
    const padding = ' '.repeat(width - [...cut].length)
    if (columns[at]?.align === 'right') return padding + cut
    return at === columns.length - 1 ? cut : cut + padding
  }
  const paint = painter(context)
  return [
    paint('bold', columns.map(({ title }, at) => cell(title, at)).join('  ')),
    ...rows.map(({ item, texts }) =>
      texts
        .map((text, at) => paint(columns[at]?.color?.(item), cell(text, at)))
        .join('  ')
        .trimEnd(),
    ),
  ]
}

/** Takes width from the widest columns that may be cut, until the row fits. */
function fit(columns: readonly Pick<Column<never>, 'isWhole'>[], widths: number[], total: number): void {
  const excess = () => widths.reduce((sum, width) => sum + width + 2, -2) - total
  const cuttable = widths.map((_, at) => at).filter((at) => !columns[at]?.isWhole)
  while (excess() > 0) {
    const widest = cuttable.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), cuttable[0] ?? 0)
    const width = widths[widest] ?? 0
    if (width <= NARROWEST) return
    widths[widest] = Math.max(NARROWEST, width - excess())
  }
}

const NARROWEST = 12

/** Adds colours where standard output is a terminal and NO_COLOR is not set. */
export function painter({ isTerminal, environment }: Invocation['context']) {
  const isPlain = !isTerminal || Boolean(environment.NO_COLOR)
  return (color: Color | 'bold' | undefined, text: string): string =>
    isPlain || color === undefined ? text : `\x1b[${CODES[color]}m${text}\x1b[0m`
}

const COLORS: Readonly<Record<string, Color>> = {
  error: 'red',
  failed: 'red',
  descendant_error: 'yellow',
  running: 'dim',
}

export const statusColor = (status: string): Color | undefined =>
  Object.hasOwn(COLORS, status) ? COLORS[status] : undefined
