import { compileCondition, compileSort, compileValue, type Table } from './compile.ts'
import { type Expression, type Field, inputsOf, type Page, type SortKey } from './expression.ts'
import { aliasesIn, type Fragment, joined, type RenderedSql, render, sql, trusted } from './fragment.ts'

/** A read of the rows of one resource, as plain data. An engine's plan says how to get at the rows. */
export interface Select {
  /** Absent if the engine's plan provides them. */
  readonly columns?: readonly NamedValue[]
  /** With measures, rows with the same values in all columns become one row. */
  readonly measures?: readonly Measure[]
  /** All must be true. */
  readonly where: readonly Expression[]
  /** Only rows after this position in the order of the given columns. */
  readonly behind?: Behind
  readonly sort?: readonly SortKey[]
  /** Tie-breakers: columns that are never null. */
  readonly ties?: readonly Tie[]
  readonly page?: Page
}

export interface NamedValue {
  readonly as: string
  readonly value: Expression
}

interface Measure {
  readonly as: string
  readonly make: 'count' | 'sum' | 'min' | 'max' | 'list'
  /** Undefined stands for the row itself. */
  readonly value?: Expression
  /** Only rows for which this is true. */
  readonly where?: Expression
}

interface Tie {
  readonly value: Expression
  readonly direction: 'asc' | 'desc'
}

interface Behind {
  readonly row: readonly Expression[]
  readonly position: readonly Expression[]
  readonly direction: 'asc' | 'desc'
}

/** The physical side of a select, which only the engine knows. */
export interface Plan {
  readonly table: Table
  /** The clause after `from`, including the joined tables that the statement reads. */
  from(aliases: ReadonlySet<string>): Fragment
  /** Conditions that come before those of the select: the project, what is visible, how to find it. */
  readonly where: readonly Fragment[]
  /** Additional columns that cannot be written as expressions. */
  readonly columns?: Fragment
  /** The last terms of `order by`. */
  readonly order?: readonly Fragment[]
}

/** Everything that a select reads of a row. */
export function fieldsOf({
  columns = [],
  where,
  sort = [],
  ties = [],
}: Pick<Select, 'columns' | 'where' | 'sort' | 'ties'>): Field[] {
  const expressions: Expression[] = [...where, ...[...columns, ...ties].map(({ value }) => value)]
  for (const { field } of sort)
    expressions.push(field.kind === 'collection' ? { kind: 'count', field } : { kind: 'field', field })
  return expressions.flatMap((expression) => [...inputsOf(expression)].filter((input) => input !== 'item'))
}

export function compileSelect(select: Select, plan: Plan): RenderedSql {
  return render(selectSql(select, plan), plan.table.dialect)
}

/** Counts the rows of a select as `n`, up to `atMost`, ignoring its page. */
export function compileCount({ where }: Select, plan: Plan, atMost?: number): RenderedSql {
  const { dialect } = plan.table
  const rows = rowsSql({ where }, plan)
  if (atMost === undefined) return render(sql`select count(*) as n ${rows}`, dialect)
  const matches = sql`select 1 ${rows} ${dialect.page({ limit: atMost })}`
  return render(sql`select count(*) as n from (${matches})`, dialect)
}

function selectSql(select: Select, plan: Plan): Fragment {
  const { table } = plan
  const keys = (select.columns ?? []).map(({ as, value }) => named(compileValue(value, table), as))
  const measures = select.measures?.map((measure) => named(measureSql(measure, table), measure.as)) ?? []
  const ties = select.ties?.map(
    ({ value, direction }) => sql`${compileValue(value, table)} ${trusted(direction)}`,
  )
  const order = [...compileSort(select.sort ?? [], table), ...(ties ?? []), ...(plan.order ?? [])]
  const columns = joined([...keys, ...measures, ...(plan.columns ? [plan.columns] : [])], ', ')
  return joined(
    [
      sql`select ${columns} ${rowsSql(select, plan, [columns, ...order])}`,
      ...(select.measures && keys.length > 0
        ? [sql`group by ${trusted(keys.map((_, at) => at + 1).join(', '))}`]
        : []),
      ...(order.length > 0 ? [sql`order by ${joined(order, ', ')}`] : []),
      ...(select.page ? [table.dialect.page(select.page)] : []),
    ],
    ' ',
  )
}

/** `from` and `where`. `others` are the parts of the statement that may need joined tables as well. */
function rowsSql(
  { where, behind }: Pick<Select, 'where' | 'behind'>,
  { table, from, where: own }: Plan,
  others: readonly Fragment[] = [],
): Fragment {
  const values = (expressions: readonly Expression[]) =>
    expressions.map((value) => compileValue(value, table))
  const conditions = [
    ...own,
    ...where.map((condition) => compileCondition(condition, table)),
    ...(behind
      ? [table.dialect.isBehind(values(behind.row), values(behind.position), behind.direction)]
      : []),
  ]
  return sql`from ${from(aliasesIn(...conditions, ...others))} where ${joined(conditions, ' and ')}`
}

function measureSql({ make, value, where }: Measure, table: Table): Fragment {
  const operand = value && compileValue(value, table)
  const aggregate = aggregateSql(make, operand ?? trusted('*'), table)
  return where ? sql`${aggregate} filter (where ${compileCondition(where, table)})` : aggregate
}

function aggregateSql(make: Measure['make'], operand: Fragment, { dialect }: Table): Fragment {
  switch (make) {
    case 'count':
      return sql`count(${operand})`
    case 'min':
      return sql`min(${operand})`
    case 'max':
      return sql`max(${operand})`
    case 'sum':
      return dialect.sum(operand)
    case 'list':
      return dialect.listOf(operand)
  }
}

const named = (value: Fragment, name: string): Fragment => sql`${value} as ${trusted(`"${name}"`)}`
