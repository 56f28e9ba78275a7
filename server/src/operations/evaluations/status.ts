import { type EvaluationStatus, readEvaluationStatus } from '@heddle/contract/evaluations'
import type { StoredCall } from '../../domain/calls/call.ts'
import { evaluationPlan, isEvaluation } from '../../domain/evaluations/evaluation.ts'
import { parseRef } from '../../domain/objects/ref.ts'
import { ServiceError } from '../../errors.ts'
import { stringAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { gatherWideCalls } from '../calls/stored-calls.ts'
import { readObjectValues } from '../objects/refs.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { readTrialCalls } from './trials.ts'

export const evaluationStatusOperations = [
  operation(readEvaluationStatus, inProject('read'), async ({ project_id, call_id }, context) => {
    const [call] = await gatherWideCalls(context, project_id, [call_id], ['inputs', 'output', 'exception'])
    if (call && !isEvaluation(call)) {
      throw new ServiceError('invalid_request', `call_id ${call_id} is not an evaluation call`)
    }
    return { status: await statusOf(context, call) }
  }),
]

async function statusOf(context: Context, call: StoredCall | undefined): Promise<EvaluationStatus> {
  if (!call) return { code: 'not_found' }
  if (call.failed) return { code: 'failed', error: call.exception }
  if (call.ended_at !== null) return { code: 'complete', output: call.output }
  return { code: 'running', ...(await progressOf(context, call)) }
}

/** If the dataset does not say how many there will be, counts those that have started. */
async function progressOf(context: Context, call: StoredCall) {
  const trials = await readTrialCalls(context, call.project_id, [call.id], [])
  return {
    completed_rows: trials.filter(({ ended_at }) => ended_at !== null).length,
    total_rows: Math.max(trials.length, await plannedTrials(context, call)),
  }
}

async function plannedTrials(context: Context, call: StoredCall): Promise<number> {
  const evaluation = await objectOf(context, textOf(call.inputs, 'self'))
  if (!evaluation) return 0
  const { dataset, trials } = evaluationPlan(evaluation)
  const rows = await objectOf(context, dataset)
  const table = parseRef(textOf(rows ?? null, 'rows'))
  if (table?.kind !== 'table' || table.project_id !== call.project_id) return 0
  const [measure] = await context.storage.tables.measure(table.project_id, [table.digest])
  return (measure?.count ?? 0) * trials
}

async function objectOf(context: Context, ref: string): Promise<JsonText | undefined> {
  const [value] = await context.reply.read((bytesMax) => readObjectValues(context, [ref], bytesMax))
  return value
}

const textOf = (value: StoredCall['inputs'], name: string): string => (value && stringAt(value, [name])) ?? ''
