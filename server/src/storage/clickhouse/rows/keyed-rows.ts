import { ServiceError } from '../../../errors.ts'
import type { Table } from '../../../query/compile.ts'
import { evaluate } from '../../../query/evaluate.ts'
import type { Expression, Page, SortKey } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { columnReader, type RowReader } from '../../../query/row.ts'
import { compileCount, compileSelect, type Plan } from '../../../query/select.ts'
import { compareSortValues, type SortValue, sortValuesOf } from '../../../query/sort.ts'
import { recordSelect } from '../../port/selects.ts'
import type { ClickHouse } from '../connection/client.ts'
import { CLICKHOUSE, isExactInSql } from '../dialect.ts'
import { within } from './records.ts'

/** Rows of projects, with conditions on their columns and on the JSON in them. */
export interface KeyedTable<Stored extends object> {
  readonly columns: readonly (keyof Stored & string)[]
  /** The columns that hold one text or number, so that SQL compares them as the evaluator does. */
  readonly scalars: readonly string[]
  /** A table with FINAL, or a select in parentheses. */
  from(projectId: string): Fragment
  /** The order of ties: columns that are never null. */
  readonly ties: readonly string[]
  /** The row as the evaluator reads it: lists and maps parsed, JSON as text. */
  readable(row: Stored): object
}

export interface KeyedSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  readonly sort: readonly SortKey[]
}

/** Of one search that SQL does not answer. */
const MATCHED_BYTES_MAX = 256 * 1024 ** 2

/**
 * Searches a table. SQL answers the conditions that it can answer exactly, which includes all those on columns; for the others,
 * rows are streamed through the evaluator of the language, which defines every result.
 */
export class KeyedRows<Stored extends object> {
  readonly #clickhouse: ClickHouse
  readonly #table: KeyedTable<Stored>
  readonly #scalars: ReadonlySet<string>

  constructor(clickhouse: ClickHouse, table: KeyedTable<Stored>) {
    this.#clickhouse = clickhouse
    this.#table = table
    this.#scalars = new Set(table.scalars)
  }

  /** Throws `too_large` rather than read more than `bytesMax`. */
  async find(search: KeyedSearch, bytesMax?: number): Promise<Stored[]> {
    if (!this.#isInSql(search)) return this.#findJudged(search, bytesMax)
    return this.#findInSql<Stored>(search, this.#table.columns, bytesMax)
  }

  /** Like `find`, with these columns at least. */
  async findColumns<Name extends keyof Stored & string>(
    search: KeyedSearch,
    columns: readonly Name[],
    bytesMax?: number,
  ): Promise<Pick<Stored, Name>[]> {
    if (!this.#isInSql(search)) return this.#findJudged(search, bytesMax)
    return this.#findInSql<Pick<Stored, Name>>(search, columns, bytesMax)
  }

  async count(search: Omit<KeyedSearch, 'sort'>): Promise<number> {
    if (this.#isInSql({ ...search, sort: [] })) {
      const select = recordSelect({ ...search, sort: [] }, [])
      const [row] = await this.#clickhouse.query<{ n: number }>(
        compileCount(select, this.#plan(search)),
        SCAN,
      )
      return row?.n ?? 0
    }
    let count = 0
    for await (const _ of this.matches(search)) count++
    return count
  }

  /** The matching rows, in no order. */
  async *matches({
    project_id,
    condition,
  }: Pick<KeyedSearch, 'project_id' | 'condition'>): AsyncGenerator<{ row: Stored; reader: RowReader }> {
    const conjuncts = condition ? conjunctsOf(condition) : []
    const decided = conjuncts.filter((each) => this.#isExact(each))
    const open = conjuncts.filter((each) => !this.#isExact(each))
    const select = { ...recordSelect({ sort: [] }, this.#table.columns), where: decided }
    const statement = compileSelect(select, this.#plan({ project_id }))
    for await (const row of this.#clickhouse.stream<Stored>(statement, SCAN)) {
      const reader = columnReader(this.#table.readable(row))
      if (open.every((each) => evaluate(each, reader))) yield { row, reader }
    }
  }

  #findInSql<Row extends object>(
    search: KeyedSearch,
    columns: readonly string[],
    bytesMax: number | undefined,
  ): Promise<Row[]> {
    const plan = { ...this.#plan(search), order: [trusted(this.#table.ties.join(', '))] }
    return this.#clickhouse.query<Row>(compileSelect(recordSelect(search, columns), plan), {
      settings: within(bytesMax),
    })
  }

  async #findJudged(search: KeyedSearch, bytesMax?: number): Promise<Stored[]> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = search
    const keys = [...search.sort, ...this.#table.ties.map(ascending)]
    const first = new FirstRows<Stored>(offset + limit)
    for await (const { row, reader } of this.matches(search)) first.add(row, sortValuesOf(reader, keys))
    return first.rows(offset, bytesMax)
  }

  #isInSql({ condition, sort }: Pick<KeyedSearch, 'condition' | 'sort'>): boolean {
    const isSortable = sort.every(({ field }) => field.kind === 'column' && this.#scalars.has(field.name))
    return isSortable && (condition === undefined || this.#isExact(condition))
  }

  #isExact(condition: Expression): boolean {
    return isExactInSql(condition, (name) => this.#scalars.has(name))
  }

  #plan({ project_id }: Pick<KeyedSearch, 'project_id'>): Plan {
    return {
      table: COLUMNS_ONLY,
      from: () => this.#table.from(project_id),
      where: [sql`project_id = ${project_id}`],
    }
  }
}

const SCAN = { kind: 'scan' } as const

/** Collects the first rows of an order, and drops the others early. */
class FirstRows<Stored extends object> {
  readonly #count: number
  #found: { readonly row: Stored; readonly sorted: readonly SortValue[]; readonly bytes: number }[] = []
  #bytes = 0

  constructor(count: number) {
    this.#count = count
  }

  add(row: Stored, sorted: readonly SortValue[]): void {
    const bytes = bytesOf(row)
    this.#found.push({ row, sorted, bytes })
    this.#bytes += bytes
    const isFull = this.#found.length > 2 * this.#count + SPARE_ROWS
    if (isFull || this.#bytes > MATCHED_BYTES_MAX) this.#trim()
    if (this.#bytes > MATCHED_BYTES_MAX) throw tooLarge(MATCHED_BYTES_MAX)
  }

  /** Throws `too_large` if they have more than `bytesMax`. */
  rows(offset: number, bytesMax = Number.POSITIVE_INFINITY): Stored[] {
    this.#trim()
    const page = this.#found.slice(offset)
    if (sumOf(page) > bytesMax) throw tooLarge(bytesMax)
    return page.map(({ row }) => row)
  }

  #trim(): void {
    this.#found = this.#found.sort((a, b) => compareSortValues(a.sorted, b.sorted)).slice(0, this.#count)
    this.#bytes = sumOf(this.#found)
  }
}

/** Rows kept beyond a page before they are sorted and dropped. */
const SPARE_ROWS = 1_000

const sumOf = (rows: readonly { readonly bytes: number }[]): number =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** Approximate size of a row: its texts. */
const bytesOf = (row: object): number =>
  Object.values(row).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

const ascending = (name: string): SortKey => ({
  field: { kind: 'column', name, type: 'text' },
  direction: 'asc',
})

const conjunctsOf = (condition: Expression): readonly Expression[] =>
  condition.kind === 'and' ? condition.operands.flatMap(conjunctsOf) : [condition]

const COLUMNS_ONLY: Table = {
  dialect: CLICKHOUSE,
  stored: (field) => (field.kind === 'column' ? trusted(field.name) : refuse(field.kind)),
  document: (field) => refuse(field.kind),
  count: (field) => refuse(field.kind),
  some: (field) => refuse(field.kind),
}

function refuse(what: string): never {
  throw new ServiceError('unsupported', `ClickHouse does not read a ${what} in SQL`)
}

const tooLarge = (bytesMax: number) =>
  new ServiceError('too_large', `the rows have more than ${bytesMax} bytes: read fewer of them`)
