import { isRepetition } from '@heddle/contract/call/usage-standing'
import { JsonText } from '../../json/text.ts'
import { writeJson } from '../../json/write.ts'
import type { User } from '../accounts/account.ts'
import type { Feedback } from '../feedback/feedback.ts'
import { feedbackOnCall } from '../feedback/view.ts'
import { groupBy } from '../measures/group-by.ts'
import { callRef } from '../objects/ref.ts'
import { newPriceBook } from '../prices/book.ts'
import { type CallCosts, callCosts } from '../prices/costs.ts'
import type { ModelUsage, Price } from '../prices/price.ts'
import type { CallUsage, StoredCall } from './call.ts'
import type { CallExtras } from './view.ts'

/** Optional data to return with a call. */
export type ExtraName = 'costs' | 'feedback' | 'usernames'

/** Rows for the requested extras of some calls; the others are absent. */
export interface ExtraRows {
  readonly costs?: { readonly usage: readonly CallUsage[]; readonly prices: readonly Price[] }
  readonly feedback?: readonly Feedback[]
  readonly users?: readonly User[]
}

type Costed = Pick<StoredCall, 'id' | 'started_at' | 'ended_at' | 'usage_standing'>

/** The calls that have costs: finished ones, except spans that only repeat the usage of others. */
export const costedCalls = <Call extends Costed>(calls: readonly Call[]): Call[] =>
  calls.filter(({ ended_at, usage_standing }) => ended_at !== null && !isRepetition(usage_standing))

/** The models whose prices are needed for some usage. */
export function modelsOf(usage: readonly Pick<ModelUsage, 'model' | 'request_model'>[]): string[] {
  const models = new Set<string>()
  for (const { model, request_model } of usage) {
    models.add(model)
    if (request_model !== null) models.add(request_model)
  }
  return [...models]
}

/** The costs of each call that has any, by id. */
export function costsById(
  calls: readonly Costed[],
  { usage, prices }: NonNullable<ExtraRows['costs']>,
): ReadonlyMap<string, CallCosts> {
  const book = newPriceBook(prices)
  const usageOf = groupBy(usage, ({ id }) => id)
  return new Map(
    costedCalls(calls).map(({ id, started_at }) => {
      const reported = (usageOf.get(id) ?? []).map(({ id: _, ...tokens }) => tokens)
      return [id, callCosts(reported, started_at, book)]
    }),
  )
}

type Described = Costed & Pick<StoredCall, 'project_id' | 'wb_user_id'>

/** The extras of each call. */
export function extrasOf(
  calls: readonly Described[],
  rows: ExtraRows,
): (call: Described) => Pick<CallExtras, 'costs' | 'feedback' | 'wb_username'> {
  const costs = rows.costs && costsById(calls, rows.costs)
  const feedback = rows.feedback && groupBy(rows.feedback, ({ weave_ref }) => weave_ref)
  const names = rows.users && new Map(rows.users.map(({ id, name }) => [id, name]))
  return ({ id, project_id, wb_user_id }) => {
    const own = costs?.get(id)
    const name = wb_user_id === null ? undefined : names?.get(wb_user_id)
    return {
      ...(own && { costs: own }),
      ...(feedback && { feedback: feedbackJson(feedback.get(callRef(project_id, id))) }),
      ...(name !== undefined && { wb_username: name }),
    }
  }
}

const feedbackJson = (rows: readonly Feedback[] = []): JsonText =>
  rows.length === 0 ? NO_FEEDBACK : new JsonText(writeJson(rows.map(feedbackOnCall)))

const NO_FEEDBACK = new JsonText('[]')
