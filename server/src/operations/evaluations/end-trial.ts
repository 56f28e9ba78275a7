import { newCallEnd } from '../../domain/calls/new-call.ts'
import { isTrial, latencySeconds, trialParts } from '../../domain/evaluations/trial.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime } from '../../time.ts'
import type { Context } from '../operation.ts'
import { childrenOfCalls } from './trials.ts'

/** Ends a trial with what the calls below it say; one that has ended says so anew. Other calls stay. */
export async function endTrial(context: Context, project_id: string, id: string): Promise<void> {
  const { calls } = context.storage
  const [trial] = await calls.read(project_id, [id], [])
  if (!trial || !isTrial(trial)) return
  const children = await childrenOfCalls(context, project_id, [trial], ['output'])
  const { predict_call, model_output, scores } = trialParts(children)
  const mean = predict_call ? latencySeconds(predict_call) : null
  const end = newCallEnd(
    {
      project_id,
      id,
      ended_at: formatDateTime(trial.ended_at ?? context.now()),
      output: jsonTextOf({ output: model_output, scores, model_latency: { mean } }),
      summary: EMPTY_OBJECT,
    },
    ['body'],
  )
  await calls.write([{ part: 'end', end }])
}
