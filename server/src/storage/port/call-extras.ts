import type { StoredCall } from '../../domain/calls/call.ts'
import { costedCalls, type ExtraName, type ExtraRows, modelsOf } from '../../domain/calls/extras.ts'
import { callRef } from '../../domain/objects/ref.ts'
import type { Storage } from '../port.ts'

/** The stores that know more about calls. */
export interface ExtraSources {
  readonly accounts: Pick<Storage['accounts'], 'users'>
  readonly calls: Pick<Storage['calls'], 'usage'>
  readonly feedback: Pick<Storage['feedback'], 'on'>
  readonly prices: Pick<Storage['prices'], 'forModels'>
}

/** Reads what else is stored about calls of a project. Fails with `too_large` if there is more than `bytesMax` of feedback. */
export async function readExtras(
  { calls, prices, feedback, accounts }: ExtraSources,
  projectId: string,
  rows: readonly StoredCall<unknown>[],
  names: readonly ExtraName[],
  bytesMax: number,
): Promise<ExtraRows> {
  const readCosts = async () => {
    const ids = costedCalls(rows).map(({ id }) => id)
    const usage = await calls.usage(projectId, ids)
    return { usage, prices: await prices.forModels(projectId, modelsOf(usage)) }
  }
  const refs = () => rows.map(({ id }) => callRef(projectId, id))
  const [costs, feedbackRows, users] = await Promise.all([
    names.includes('costs') ? readCosts() : undefined,
    names.includes('feedback') ? feedback.on(projectId, refs(), bytesMax) : undefined,
    names.includes('usernames') ? accounts.users() : undefined,
  ])
  return {
    ...(costs && { costs }),
    ...(feedbackRows && { feedback: feedbackRows }),
    ...(users && { users }),
  }
}
