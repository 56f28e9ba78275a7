import { stringAt, valueAt } from '../../json/path.ts'
import { EMPTY_OBJECT, type JsonText } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import type { CompleteRecord, StartRecord } from '../calls/new-call.ts'
import type { CallView } from '../calls/view.ts'
import { PREDICT_AND_SCORE } from './trial.ts'

export interface NewPrediction {
  readonly model: string
  readonly inputs: JsonText
  readonly output: JsonText
  readonly genai_span_ref?: JsonText
}

/** Project, id and time of a call that the evaluation API creates. */
export interface CallPlace {
  readonly project_id: string
  readonly id: string
  readonly trace_id: string
  readonly parent_id?: string
  readonly now: Micros
}

/** The trial of a prediction in a run. It stays open until the prediction is finished. */
export function newTrialStart(prediction: NewPrediction, run: CallView, place: CallPlace): StartRecord {
  const { now, ...where } = place
  const { model, inputs } = prediction
  return {
    ...where,
    op_name: PREDICT_AND_SCORE,
    started_at: formatDateTime(now),
    inputs: jsonTextOf({ self: stringAt(run.inputs, ['self']), model, example: inputs }),
    attributes: jsonTextOf({ weave: { evaluation_run_id: run.id } }),
  }
}

/** The call of the model, which has already ended when it is reported. */
export function newPredictionCall(
  prediction: NewPrediction,
  evaluation_run_id: string | undefined,
  place: CallPlace,
): CompleteRecord {
  const { now, ...where } = place
  const { model, inputs, output, genai_span_ref } = prediction
  return {
    ...where,
    op_name: 'Model.predict',
    started_at: formatDateTime(now),
    ended_at: formatDateTime(now),
    inputs: jsonTextOf({ self: model, inputs }),
    attributes: jsonTextOf({ weave: { prediction: 'true', model, evaluation_run_id, genai_span_ref } }),
    output,
    summary: EMPTY_OBJECT,
  }
}

export function predictionView(call: CallView) {
  const inputs = valueAt(call.inputs, ['inputs'])
  return {
    prediction_id: call.id,
    model: stringAt(call.inputs, ['self']) ?? '',
    inputs: inputs?.kind === 'object' ? inputs : EMPTY_OBJECT,
    output: call.output,
    evaluation_run_id: stringAt(call.attributes, ['weave', 'evaluation_run_id']) ?? null,
    genai_span_ref: valueAt(call.attributes, ['weave', 'genai_span_ref']) ?? null,
    wb_user_id: call.wb_user_id,
  }
}
