import { ServiceError } from '../../errors.ts'
import { stringAt } from '../../json/path.ts'
import { EMPTY_OBJECT, type JsonText } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime } from '../../time.ts'
import type { CompleteRecord } from '../calls/new-call.ts'
import type { CallView } from '../calls/view.ts'
import type { FeedbackRequest } from '../feedback/feedback.ts'
import { callRef } from '../objects/ref.ts'
import { readableRef } from '../objects/ref-walk.ts'
import { type CallPlace, predictionView } from './prediction.ts'

export interface NewScore {
  readonly scorer: string
  readonly value: JsonText
  readonly evaluation_run_id?: string
}

/** The call of the scorer, named after the scorer like its scores in results. */
export function newScoreCall(score: NewScore, prediction: CallView, place: CallPlace): CompleteRecord {
  const { now, ...where } = place
  const { scorer, value } = score
  const { prediction_id, inputs, output, ...predicted } = predictionView(prediction)
  const evaluation_run_id = score.evaluation_run_id ?? predicted.evaluation_run_id ?? undefined
  return {
    ...where,
    op_name: scorerName(scorer),
    started_at: formatDateTime(now),
    ended_at: formatDateTime(now),
    inputs: jsonTextOf({ self: scorer, inputs, output }),
    attributes: jsonTextOf({ weave: { score: 'true', scorer, prediction_id, evaluation_run_id } }),
    output: value,
    summary: EMPTY_OBJECT,
  }
}

/** The score as feedback on its prediction. */
export function scoreFeedback(score: NewScore, call: CompleteRecord, predictionId: string): FeedbackRequest {
  return {
    project_id: call.project_id,
    weave_ref: callRef(call.project_id, predictionId),
    feedback_type: `wandb.runnable.${scorerName(score.scorer)}`,
    payload: jsonTextOf({ output: score.value }),
    runnable_ref: score.scorer,
    call_ref: callRef(call.project_id, call.id),
  }
}

export function scoreView(call: CallView) {
  return {
    score_id: call.id,
    prediction_id: stringAt(call.attributes, ['weave', 'prediction_id']) ?? '',
    scorer: stringAt(call.inputs, ['self']) ?? '',
    value: call.output,
    evaluation_run_id: stringAt(call.attributes, ['weave', 'evaluation_run_id']) ?? null,
    wb_user_id: call.wb_user_id,
  }
}

function scorerName(scorer: string): string {
  const ref = readableRef(scorer)
  if (ref) return ref.name
  throw new ServiceError('invalid_request', `scorer ${JSON.stringify(scorer)} is no ref to an object or op`)
}
