import { type Expression, isDocument } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { fieldsOf } from '../../../query/select.ts'
import type { CallPosition } from '../../port/calls.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import type { CallEvaluator } from './call-evaluator.ts'
import { leavesSql, UNKNOWN } from './call-leaves.ts'
import { partOf, startPrefilter } from './call-prefilter.ts'
import { chunksOf, type PartColumn, type SelectedRow, selected } from './call-records.ts'
import { isBehind, isHeadColumn, isSqlCondition, ordered, type Walk } from './call-table.ts'
import { type Starts, type Tombstones, visibleStarts } from './tombstones.ts'

/** Combinations of values that one count evaluates. */
const GROUPS_MAX = 10_000
/** Rows of one read, which ClickHouse sorts in memory: of few bytes each, and of whole documents. */
const ROWS_MAX = 20_000
const DOCUMENTS_MAX = 1_000

/**
 * The conditions for the evaluator, if they only need the start of a call: a model, a temperature, a phrase in the input. Undefined if
 * there are none, or if one needs more.
 */
export function startConditions(where: readonly Expression[]): readonly Expression[] | undefined {
  const evaluated = where.filter((condition) => !isSqlCondition(condition))
  const isOfStarts = fieldsOf({ where: evaluated }).every((field) =>
    isDocument(field)
      ? field.kind === 'json' && partOf(field.column) === 'start'
      : field.kind === 'column' && isHeadColumn(field.name),
  )
  return isOfStarts && evaluated.length > 0 ? evaluated : undefined
}

/** A search by `startConditions`. */
export interface StartSearch {
  readonly project_id: string
  /** Evaluates the conditions. */
  readonly evaluator: CallEvaluator
  readonly conditions: readonly Expression[]
  /** Everything else, as a condition on `id`. */
  readonly among: Fragment
  /** What of that is about columns of the start: heads, by which `among` finds calls, may be those of an earlier start. */
  readonly columns: readonly Fragment[]
}

/**
 * Counts calls. ClickHouse groups them by the values that the conditions read, so that each combination is evaluated once. Calls with
 * an unknown value are left to `countUnknown`, with a condition on `id`. Undefined if there are too many combinations, or if whole
 * documents are needed.
 */
export async function countStarts(
  clickhouse: ClickHouse,
  { evaluator, ...search }: StartSearch,
  {
    tombstones,
    countUnknown,
  }: {
    readonly tombstones: Tombstones
    readonly countUnknown: (restriction: Fragment) => Promise<number>
  },
  options: QueryOptions,
): Promise<number | undefined> {
  // Calls of a group differ in their columns.
  const readsColumns = fieldsOf({ where: search.conditions }).some(({ kind }) => kind === 'column')
  if (readsColumns || !readsLeavesOnly(evaluator)) return undefined
  const groups = await tombstones.visibleGroups(startsOf(search), (from) =>
    clickhouse.query<GroupOfStarts>(
      sql`select part, ${trusted(leavesSql(evaluator.leaves))} as leaves, count() as n
        ${from} group by part, leaves limit ${BigInt(GROUPS_MAX + 1)}`,
      forLeaves(options),
    ),
  )
  if (groups.length > GROUPS_MAX) return undefined
  const known = new Map<string, number>()
  const calls = groups.flatMap(({ n, ...row }, at) => {
    if (row.leaves.includes(UNKNOWN)) return []
    known.set(`${at}`, n)
    return { id: `${at}`, start: row }
  })
  let count = 0
  for (const { id } of await evaluator.matches(calls)) count += known.get(id) ?? 0
  if (known.size === groups.length) return count
  const { project_id } = search
  const unknown = sql`id in (select id from call_parts final where project_id = ${project_id} and part = 'start'
    and has(${trusted(leavesSql(evaluator.leaves))}, ${UNKNOWN}))`
  return count + (await countUnknown(unknown))
}

type GroupOfStarts = SelectedRow<PartColumn> & { readonly part: 'start' | 'delete'; readonly n: number }

/** The first calls by start. Reads more and more candidates until enough match. */
export async function findStarts(
  clickhouse: ClickHouse,
  { evaluator, ...search }: StartSearch,
  { direction, after, limit }: Walk,
  options: QueryOptions,
): Promise<CallPosition[]> {
  const found: CallPosition[] = []
  const isOverLeaves = readsLeavesOnly(evaluator)
  const rowsMax = isOverLeaves ? ROWS_MAX : DOCUMENTS_MAX
  const settings = isOverLeaves ? forLeaves(options) : options
  let position = after
  for (let size = Math.min(rowsMax, 2 * limit); ; size = Math.min(rowsMax, size * 4)) {
    const statement = sql`select ${selected(evaluator.columns, evaluator)} ${visibleStarts(startsOf(search))}
      ${position ? sql`and ${isBehind(position, direction)}` : trusted('')} ${ordered(direction, size)}`
    let read = 0
    for await (const calls of chunksOf(startRecords(clickhouse, statement, settings))) {
      const matches = new Set((await evaluator.matches(calls)).map(({ id }) => id))
      for (const { id, start } of calls) {
        position = { id, started_at: start.started_at }
        if (matches.has(id)) found.push(position)
        if (found.length === limit) return found
      }
      read += calls.length
    }
    if (read < size) return found
  }
}

async function* startRecords(clickhouse: ClickHouse, statement: Fragment, options: QueryOptions) {
  for await (const rows of clickhouse.binaryChunks<SelectedRow<PartColumn>>(statement, options)) {
    for (const row of rows) yield { id: row.id, start: row }
  }
}

/** Evaluating a branch only for the rows that take it, as ClickHouse does by default, takes longer for arrays of leaves. */
const forLeaves = (options: QueryOptions): QueryOptions => ({
  ...options,
  settings: { ...options.settings, short_circuit_function_evaluation: 'disable' },
})

/** The starts that may meet the conditions. */
const startsOf = ({ project_id, among, columns, conditions }: Omit<StartSearch, 'evaluator'>): Starts => ({
  project_id,
  among,
  where: [...columns, ...conditions.flatMap((condition) => startPrefilter(project_id, condition) ?? [])],
})

/** Whether leaves are enough to evaluate the conditions, without documents. */
export function readsLeavesOnly({ columns }: CallEvaluator): boolean {
  const always: readonly PartColumn[] = ['started_at', 'size_bytes', 'leaves']
  return columns.every((column) => always.includes(column))
}
