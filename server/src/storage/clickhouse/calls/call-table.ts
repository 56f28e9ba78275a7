import { compileValue, type Table } from '../../../query/compile.ts'
import { type Expression, inputsOf } from '../../../query/expression.ts'
import { type Fragment, joined, sql, trusted } from '../../../query/fragment.ts'
import type { Plan } from '../../../query/select.ts'
import type { CallPosition } from '../../port/calls.ts'
import { CLICKHOUSE, isExactInSql } from '../dialect.ts'
import { textList } from '../literals.ts'

const latest = (part: 'start' | 'end' | 'rename', column: string) =>
  `argMaxIf(tuple(p.${column}), p.version, p.part = '${part}').1`

const ofStart = (...names: string[]): [string, string][] => names.map((name) => [name, latest('start', name)])
const ofEnd = (...names: string[]): [string, string][] => names.map((name) => [name, latest('end', name)])

/**
 * The columns of visible calls that SQL can read, as aggregates of the parts of one call. A tuple, because aggregate functions
 * pass over nulls.
 */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ...ofStart(
    'trace_id',
    'parent_id',
    'thread_id',
    'turn_id',
    'op_name',
    'op',
    'started_at',
    'expire_at',
    'wb_user_id',
    'end_user',
    'wb_run_id',
    'wb_run_step',
    'kind',
    'is_span',
    'response_id',
  ),
  ...ofEnd('ended_at', 'exception', 'failed', 'descendant_failed', 'wb_run_step_end', 'has_usage', 'usage'),
  ['has_content', `${latest('start', 'has_content')} or ${latest('end', 'has_content')}`],
  ['input_refs', latest('start', 'refs')],
  ['output_refs', latest('end', 'refs')],
  [
    'display_name',
    `nullIf(if(countIf(p.part = 'rename') > 0, ${latest('rename', 'display_name')}, ${latest('start', 'display_name')}), '')`,
  ],
  ['tokens', totalTokens(latest('end', 'usage'))],
  ['size_bytes', `${latest('start', 'size_bytes')} + ${latest('end', 'size_bytes')}`],
])

/** `tokensOfCall` of a text of usage. */
function totalTokens(usage: string): string {
  const count = (name: string) => `JSONExtractFloat(u, '${name}')`
  const tokens = `if(${count('total_tokens')} = 0, ${count('prompt_tokens')} + ${count('completion_tokens')}, ${count('total_tokens')})`
  return `nullIf(arraySum(u -> ${tokens}, JSONExtractArrayRaw(${usage})), 0)`
}

const CONSTANTS = ['id', 'project_id', 'deleted_at']

/** Whether SQL over `callPlan` answers the condition as the evaluator does. */
export const isSqlCondition = (condition: Expression): boolean =>
  isExactInSql(condition, (name) => COLUMNS.has(name) || CONSTANTS.includes(name))

const HEAD_COLUMNS = new Set([
  'id',
  'started_at',
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'op_name',
  'op',
  'wb_user_id',
  'wb_run_id',
  'end_user',
  'kind',
])

export const isHeadColumn = (name: string): boolean => HEAD_COLUMNS.has(name)

/** Whether the condition can be checked on heads. */
export const isHeadCondition = (condition: Expression): boolean => isExactInSql(condition, isHeadColumn)

const INDEXED_HEAD_COLUMNS = new Set(['id', 'started_at', 'trace_id', 'parent_id', 'thread_id'])

/** Whether heads have an index, or their order, for a field of the condition. */
export const hasHeadIndex = (condition: Expression): boolean =>
  [...inputsOf(condition)].some(
    (field) => field !== 'item' && field.kind === 'column' && INDEXED_HEAD_COLUMNS.has(field.name),
  )

/** Heads as they are, stale ones included. */
export const HEAD_TABLE: Table = tableOf((name) => trusted(name))

/**
 * The visible calls of a project, as `c`. `among` is a condition on `p.id` that restricts which calls are looked at.
 * `failedBelow` are those with a failed call below them, for selects that read that.
 */
export function callPlan(projectId: string, among: Fragment, failedBelow: ReadonlySet<string>): Plan {
  const constants = new Map<string, Fragment>([
    ['id', trusted('c.id')],
    ['project_id', CLICKHOUSE.literal(projectId, 'text')],
    ['deleted_at', trusted('null')],
    ['descendant_failed', descendantFailed(failedBelow)],
  ])
  return {
    table: tableOf((name) => constants.get(name) ?? trusted(`c.${name}`, name)),
    from: (names) => sql`(${visibleCalls(projectId, names, among)}) as c`,
    where: [trusted('1')],
  }
}

/**
 * A row for each visible call among those of `among`, a condition on `p.id`. Only the columns that the statement reads: each takes
 * time and memory for every call.
 */
function visibleCalls(projectId: string, names: ReadonlySet<string>, among: Fragment): Fragment {
  const columns = [...names].map((name) => `${COLUMNS.get(name)} as ${name}`)
  return sql`select ${trusted(['p.id as id', ...columns].join(', '))} from call_parts as p
    where p.project_id = ${projectId} and ${among} group by p.id
    having countIf(p.part = 'start') > 0 and countIf(p.part = 'delete') = 0`
}

function descendantFailed(failedBelow: ReadonlySet<string>): Fragment {
  const own = trusted('c.descendant_failed', 'descendant_failed')
  return failedBelow.size === 0 ? own : sql`(${own} or c.id in ${textList(failedBelow)})`
}

/** Reads columns and lists of texts; everything else is left to the evaluator. */
function tableOf(column: (name: string) => Fragment): Table {
  const table: Table = {
    dialect: CLICKHOUSE,
    stored: (field) => (field.kind === 'column' ? column(field.name) : notInSql()),
    document: notInSql,
    count: ({ name }) => sql`length(${column(name)})`,
    some: (field, test) =>
      field.kind === 'collection'
        ? sql`arrayExists(item -> (item <> '' and ifNull(${test(trusted('item'))}, 0)), ${column(field.name)})`
        : notInSql(),
    lookUp: (expression) => lookUpTexts(expression, table),
  }
  return table
}

/** Where null and false are the same, `in` can be written in a form that indexes serve. */
function lookUpTexts(expression: Expression, table: Table): Fragment | undefined {
  if (expression.kind !== 'in') return undefined
  const [value, ...options] = expression.operands
  if (!value || options.length === 0) return undefined
  const texts = options.flatMap((option) =>
    option.kind === 'literal' && typeof option.value === 'string' ? [option.value] : [],
  )
  if (texts.length < options.length) return undefined
  return sql`${compileValue(value, table)} in ${textList(texts)}`
}

function notInSql(): never {
  throw new Error('a field that SQL cannot read')
}

export const allOf = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? trusted('1') : joined(conditions, ' and ')

/** A part of the calls in the order of their starts. */
export interface Walk {
  readonly direction: 'asc' | 'desc'
  /** Where to continue. */
  readonly after: CallPosition | undefined
  readonly limit: number
}

/** After a position in the order of starts. */
export function isBehind({ started_at, id }: CallPosition, direction: 'asc' | 'desc'): Fragment {
  const isAfter = trusted(direction === 'asc' ? '>' : '<')
  const at = BigInt(started_at)
  // The first condition alone serves the index.
  return sql`started_at ${isAfter}= ${at} and (started_at, id) ${isAfter} (${at}, ${id})`
}

export function ordered(direction: 'asc' | 'desc', limit: number): Fragment {
  const order = trusted(direction)
  return sql`order by started_at ${order}, id ${order} limit ${BigInt(limit)}`
}
