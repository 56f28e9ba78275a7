import type { ClickHouseSettings } from '@clickhouse/client'
import { batchesOf } from '../../../batches.ts'
import { ServiceError } from '../../../errors.ts'
import { conjunctsOf } from '../../../query/build.ts'
import type { Table } from '../../../query/compile.ts'
import { evaluate } from '../../../query/evaluate.ts'
import type { Expression, Field, Page, SortKey } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { columnReader, type RowReader } from '../../../query/row.ts'
import { compileCount, compileSelect, fieldsOf, type Plan, type Select } from '../../../query/select.ts'
import { sortValuesOf } from '../../../query/sort.ts'
import { recordSelect } from '../../port/selects.ts'
import type { ClickHouse } from '../connection/client.ts'
import { CLICKHOUSE, isExactInSql } from '../dialect.ts'
import { LITERALS } from '../literals.ts'
import { FirstKeys, type RowKey } from './first-keys.ts'
import { within } from './records.ts'

/** Rows of projects, with conditions on their columns and on the JSON in them. */
export interface KeyedTable<Stored extends object> {
  readonly columns: readonly (keyof Stored & string)[]
  /** The columns that hold one text or number, so that SQL compares them as the evaluator does. */
  readonly scalars: readonly string[]
  /** The columns of lists and maps, which are stored as JSON and read parsed. */
  readonly collections: readonly string[]
  /** The texts that identify a row of a project. */
  readonly key: readonly (keyof Stored & string)[]
  /** Columns of large texts, which are only read once it is known of which rows. */
  readonly wide?: readonly string[]
  /** A table with FINAL, or a select in parentheses. */
  from(projectId: string): Fragment
  /** The order of ties: columns that are never null. */
  readonly ties: readonly string[]
}

export interface KeyedSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  readonly sort: readonly SortKey[]
}

type Selection = Pick<KeyedSearch, 'project_id' | 'condition'>

/** Rows that are read by their keys at a time. */
const KEYS_PER_READ = 10_000

/** ClickHouse would merge as many rows as 65,000 in memory, whatever their size. */
const WIDE_SETTINGS: ClickHouseSettings = { max_block_size: '1024' }

/**
 * Searches a table. SQL answers the conditions that it can answer exactly, which includes all those on columns; for the others,
 * the columns that they read are streamed through the evaluator of the language, which defines every result.
 */
export class KeyedRows<Stored extends object> {
  readonly #clickhouse: ClickHouse
  readonly #table: KeyedTable<Stored>
  readonly #scalars: ReadonlySet<string>
  readonly #wide: ReadonlySet<string>

  constructor(clickhouse: ClickHouse, table: KeyedTable<Stored>) {
    this.#clickhouse = clickhouse
    this.#table = table
    this.#scalars = new Set(table.scalars)
    this.#wide = new Set(table.wide)
  }

  /** Throws `too_large` rather than read more than `bytesMax`. */
  find(search: KeyedSearch, bytesMax?: number): Promise<Stored[]> {
    return this.#find<Stored>(search, this.#table.columns, bytesMax)
  }

  /** Like `find`, with these columns at least. */
  findColumns<Name extends keyof Stored & string>(
    search: KeyedSearch,
    columns: readonly Name[],
    bytesMax?: number,
  ): Promise<Pick<Stored, Name>[]> {
    return this.#find<Pick<Stored, Name>>(search, columns, bytesMax)
  }

  async count(search: Omit<KeyedSearch, 'sort'>): Promise<number> {
    if (this.#isInSql({ ...search, sort: [] })) {
      const select = recordSelect({ ...search, sort: [] }, [])
      const [row] = await this.#clickhouse.query<{ n: number }>(
        compileCount(select, this.#plan(search.project_id)),
        { kind: 'scan', settings: this.#settings(columnsIn(select)) },
      )
      return row?.n ?? 0
    }
    let count = 0
    for await (const _ of this.matches(search, [])) count++
    return count
  }

  /** The matching rows, in no order, with these columns. Their readers have those that `values` reads as well. */
  async *matches<Name extends keyof Stored & string>(
    { project_id, condition }: Selection,
    columns: readonly Name[],
    values: Pick<Select, 'columns' | 'sort'> = {},
  ): AsyncGenerator<{ row: Pick<Stored, Name>; reader: RowReader }> {
    const conjuncts = conjunctsOf(condition)
    const decided = conjuncts.filter((each) => this.#isExact(each))
    const open = conjuncts.filter((each) => !this.#isExact(each))
    const wanted = new Set([...this.#table.key, ...columns, ...columnsIn({ ...values, where: open })])
    const names = this.#table.columns.filter((name) => wanted.has(name))
    const select = { ...recordSelect({ sort: [] }, names), where: decided }
    const settings = this.#settings([...names, ...columnsIn(select)])
    const statement = compileSelect(select, this.#plan(project_id))
    const rows = this.#clickhouse.stream<Pick<Stored, Name>>(statement, { kind: 'scan', settings })
    for await (const row of rows) {
      const reader = columnReader(this.#parsed(row))
      if (open.every((each) => evaluate(each, reader))) yield { row, reader }
    }
  }

  async #find<Row extends object>(
    search: KeyedSearch,
    columns: readonly string[],
    bytesMax: number | undefined,
  ): Promise<Row[]> {
    if (this.#isInSql(search)) return this.#findInSql<Row>(search, columns, bytesMax)
    return this.#readKeys<Row>(search.project_id, await this.#evaluatedKeys(search), columns, bytesMax)
  }

  #findInSql<Row extends object>(
    search: KeyedSearch,
    columns: readonly string[],
    bytesMax: number | undefined,
  ): Promise<Row[]> {
    const plan = { ...this.#plan(search.project_id), order: [trusted(this.#table.ties.join(', '))] }
    const isSelective = search.condition !== undefined || search.limit !== undefined
    const isWide = columns.some((name) => this.#wide.has(name))
    const whole = recordSelect(search, columns)
    const options = { settings: { ...this.#settings(columnsIn(whole)), ...within(bytesMax) } }
    if (!isSelective || !isWide) return this.#clickhouse.query<Row>(compileSelect(whole, plan), options)
    const keys = compileSelect(recordSelect(search, this.#table.key), plan)
    const where = [...plan.where, this.#isAmong(trusted(keys.sql))]
    const select = recordSelect({ sort: search.sort }, columns)
    return this.#clickhouse.query<Row>(compileSelect(select, { ...plan, where }), options)
  }

  /** The keys of the rows of a search that SQL does not answer, in its order. */
  async #evaluatedKeys(search: KeyedSearch): Promise<RowKey[]> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = search
    const sort = [...search.sort, ...this.#table.ties.map(ascending)]
    const first = new FirstKeys(offset + limit)
    for await (const { row, reader } of this.matches(search, this.#table.key, { sort }))
      first.add(this.#keyOf(row), sortValuesOf(reader, sort))
    return first.keys(offset)
  }

  /** The rows with these keys, in their order. */
  async #readKeys<Row extends object>(
    projectId: string,
    keys: readonly RowKey[],
    columns: readonly string[],
    bytesMax: number | undefined,
  ): Promise<Row[]> {
    const names = [...new Set([...this.#table.key, ...columns])]
    const plan = this.#plan(projectId)
    const found = new Map<string, Row>()
    let bytesLeft = bytesMax
    for (const batch of batchesOf(keys, KEYS_PER_READ)) {
      const where = [...plan.where, this.#isAmong(trusted(batch.map(tuple).join(',')))]
      const statement = compileSelect(recordSelect({ sort: [] }, names), { ...plan, where })
      const settings = { ...this.#settings(names), ...within(bytesLeft) }
      const rows = await this.#clickhouse.query<Row>(statement, { settings })
      for (const row of rows) found.set(JSON.stringify(this.#keyOf(row)), row)
      if (bytesLeft !== undefined) bytesLeft -= bytesOf(rows)
    }
    return keys.flatMap((key) => found.get(JSON.stringify(key)) ?? [])
  }

  /** Whether the key of a row is in a list or select. */
  #isAmong(keys: Fragment): Fragment {
    return sql`(${trusted(this.#table.key.join(', '))}) in (${keys})`
  }

  #keyOf(row: object): RowKey {
    return this.#table.key.map((name) => String(Reflect.get(row, name)))
  }

  /** The row as the evaluator reads it. */
  #parsed(row: object): object {
    const parsed = { ...row }
    for (const name of this.#table.collections) {
      const text: unknown = Reflect.get(row, name)
      if (typeof text === 'string') Reflect.set(parsed, name, JSON.parse(text))
    }
    return parsed
  }

  #isInSql({ condition, sort }: Pick<KeyedSearch, 'condition' | 'sort'>): boolean {
    const isSortable = sort.every(({ field }) => field.kind === 'column' && this.#scalars.has(field.name))
    return isSortable && (condition === undefined || this.#isExact(condition))
  }

  #isExact(condition: Expression): boolean {
    return isExactInSql(condition, (name) => this.#scalars.has(name))
  }

  #plan(projectId: string): Plan {
    return {
      table: COLUMNS_ONLY,
      from: () => this.#table.from(projectId),
      where: [sql`project_id = ${projectId}`],
    }
  }

  /** For a statement that reads these columns. */
  #settings(columns: readonly string[]): ClickHouseSettings {
    return columns.some((name) => this.#wide.has(name)) ? WIDE_SETTINGS : {}
  }
}

const tuple = (key: RowKey): string =>
  key.length === 1 ? key.map(LITERALS.quote).join() : `(${key.map(LITERALS.quote).join(',')})`

/** Approximate size of rows: their texts. */
const bytesOf = (rows: readonly object[]): number =>
  rows.reduce((sum, row) => {
    const texts = Object.values(row).filter((value) => typeof value === 'string')
    return sum + texts.reduce((length, text) => length + text.length, 0)
  }, 0)

const columnsIn = (select: Parameters<typeof fieldsOf>[0]): string[] =>
  fieldsOf(select).flatMap((field) => columnOf(field) ?? [])

/** The column that a field is read from. */
function columnOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'column':
    case 'collection':
      return field.name
    case 'json':
    case 'map':
      return field.column
    case 'expanded':
      return columnOf(field.base)
    case 'feedback':
    case 'computed':
      return undefined
  }
}

const ascending = (name: string): SortKey => ({
  field: { kind: 'column', name, type: 'text' },
  direction: 'asc',
})

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
