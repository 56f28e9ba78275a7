import { filterConditions } from '../../../domain/calls/filter.ts'
import { conjunctsOf } from '../../../query/build.ts'
import { compileCondition } from '../../../query/compile.ts'
import { type Expression, isDocument } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { Select } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSelect } from '../../port/selects.ts'
import { textList } from '../literals.ts'
import { prefilter } from './call-prefilter.ts'
import { allOf, HEAD_TABLE, isHeadCondition, isSqlCondition } from './call-table.ts'

/** The part of a search that selects calls. */
export type Searched = Pick<CallSearch, 'project_id' | 'filter' | 'condition'>

/** The conditions of a search, all of which must hold. */
export function conditionsOf({ filter, condition }: Pick<Searched, 'filter' | 'condition'>): Expression[] {
  return [...filterConditions(filter), ...conjunctsOf(condition)]
}

export const selectOf = (search: CallSearch): Select => ({
  ...callSelect(search),
  where: conditionsOf(search),
})

/** A condition on `id` that all calls of a search meet, and few others. */
export const among = (search: Searched): Fragment => amongFew(search) ?? trusted('1')

/** The same; undefined if every call of the project meets it. */
export function amongFew(search: Searched): Fragment | undefined {
  const { call_ids } = search.filter
  if (call_ids) return call_ids.length === 0 ? trusted('0') : isOneOfIds(call_ids)
  const conditions = headConditions(conditionsOf(search))
  if (conditions.length === 0) return undefined
  return sql`id in (select id from call_heads where project_id = ${search.project_id} and ${allOf(conditions)})`
}

export const isOneOfIds = (ids: readonly string[]): Fragment => sql`id in ${textList(new Set(ids))}`

/** The conditions that can be checked on heads. */
export const headConditions = (conjuncts: readonly Expression[]): Fragment[] =>
  conjuncts.filter(isHeadCondition).map((condition) => compileCondition(condition, HEAD_TABLE))

/** Conditions on `id` that prefilter calls for the evaluator. */
export const prefilters = (projectId: string, where: readonly Expression[]): Fragment[] =>
  where.flatMap((condition) => prefilter(projectId, condition) ?? [])

/** Whether the search has the order of the heads. */
export const isByStart = ({ sort }: CallSearch): boolean =>
  sort.length <= 1 && sort.every(({ field }) => field.kind === 'column' && field.name === 'started_at')

export const directionOf = ({ sort }: CallSearch): 'asc' | 'desc' => sort[0]?.direction ?? 'asc'

/** Whether ClickHouse can answer all conditions. */
export function isInSql({ where, sort = [] }: Pick<Select, 'where' | 'sort'>): boolean {
  return (
    where.every(isSqlCondition) &&
    sort.every(({ field }) => {
      if (isDocument(field)) return false
      return isSqlCondition(
        field.kind === 'collection'
          ? { kind: 'set', operands: [{ kind: 'count', field }] }
          : { kind: 'set', operands: [{ kind: 'field', field }] },
      )
    })
  )
}
