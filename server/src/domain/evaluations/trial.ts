import { membersOf, objectOf } from '../../json/members.ts'
import { stringAt, valueAt } from '../../json/path.ts'
import { EMPTY_OBJECT, JSON_NULL, type JsonText } from '../../json/text.ts'
import { MICROS_PER_SECOND } from '../../time.ts'
import type { StoredCall } from '../calls/call.ts'
import { traceName } from '../calls/status.ts'
import { rowDigest } from '../objects/digest.ts'
import { parseRef } from '../objects/ref.ts'

/** The op of a trial. */
export const PREDICT_AND_SCORE = 'Evaluation.predict_and_score'

/** Its names in the SDKs. */
export const TRIAL_OPS = [PREDICT_AND_SCORE, 'Evaluation.predictAndScore']

/** Whether a call is a trial, whichever client recorded it. */
export const isTrial = ({ op_name }: Pick<StoredCall, 'op_name'>): boolean =>
  TRIAL_OPS.includes(traceName(op_name))

/** A model tried on a row of a dataset, and the scores it got. */
export interface Trial {
  readonly id: string
  readonly evaluation_call_id: string
  readonly row_digest: string
  /** The row, or a ref to it. */
  readonly row: JsonText
  readonly model_output: JsonText | null
  /** A JSON object by scorer. */
  readonly scores: JsonText
  readonly model_latency_seconds: number | null
  /** The call of the model, if it is known. */
  readonly predict_call: StoredCall | undefined
  /** Call ids by scorer. */
  readonly scorer_call_ids: ReadonlyMap<string, string>
}

/**
 * Reads a trial. `children` are the calls directly below it, by start. Their outputs are needed only if
 * the trial has no result of its own, because it is still running or failed.
 */
export function newTrial(call: StoredCall, children: readonly StoredCall[]): Trial {
  const model = call.inputs ? stringAt(call.inputs, ['model']) : undefined
  const known = resultOf(call)
  const parts = trialParts(children, {
    ...(model !== undefined && { model }),
    ...(known && { scorers: namesOf(known.scores) }),
  })
  const result = known ?? parts
  const { predict_call } = parts
  return {
    id: call.id,
    evaluation_call_id: call.parent_id ?? '',
    ...rowOf(call),
    model_output: result.model_output,
    scores: result.scores,
    model_latency_seconds: (predict_call && latencySeconds(predict_call)) ?? reportedLatency(call),
    predict_call,
    scorer_call_ids: scorerCallIds(result.scores, parts.scorer_calls),
  }
}

/** Whether a trial has a result of its own. */
export const hasResult = ({ output }: StoredCall): boolean => output?.kind === 'object'

interface TrialResult {
  readonly model_output: JsonText | null
  readonly scores: JsonText
}

interface TrialParts extends TrialResult {
  readonly predict_call: StoredCall | undefined
  readonly scorer_calls: readonly StoredCall[]
}

interface KnownParts {
  /** The ref of the model. */
  readonly model?: string
  /** The names of scorers. */
  readonly scorers?: readonly string[]
}

/** Tells apart the calls below a trial. The first is the model's unless there is a better candidate. */
export function trialParts(children: readonly StoredCall[], known: KnownParts = {}): TrialParts {
  const { model } = known
  const scorers = new Set(known.scorers)
  const predict_call =
    children.find((call) => isModelCall(call, model)) ?? children.find((call) => !scorers.has(scorerOf(call)))
  const scorer_calls = children.filter((call) => call !== predict_call)
  const scores = scorer_calls.flatMap((call): [string, JsonText][] =>
    call.output ? [[scorerOf(call), call.output]] : [],
  )
  return {
    predict_call,
    scorer_calls,
    model_output: predict_call?.output ?? null,
    scores: objectOf(new Map(scores)),
  }
}

/** Seconds from start to end; null while the call runs. */
export function latencySeconds({ started_at, ended_at }: StoredCall): number | null {
  return ended_at === null ? null : (ended_at - started_at) / MICROS_PER_SECOND
}

/** The methods that SDKs look for on a model. */
const MODEL_METHOD = /\.(?:predict|infer|forward|invoke)$/

function isModelCall({ op_name }: StoredCall, model: string | undefined): boolean {
  return op_name === model || MODEL_METHOD.test(traceName(op_name))
}

/** The Python SDK names the model's output `output`, the Node SDK `model_output`. */
function resultOf({ output }: StoredCall): TrialResult | undefined {
  const members = output && membersOf(output)
  if (!members) return undefined
  const scores = members.get('scores')
  return {
    model_output: members.get('output') ?? members.get('model_output') ?? null,
    scores: scores?.kind === 'object' ? scores : EMPTY_OBJECT,
  }
}

const namesOf = (scores: JsonText): string[] => [...(membersOf(scores)?.keys() ?? [])]

function rowOf({ inputs }: StoredCall): Pick<Trial, 'row_digest' | 'row'> {
  const row = (inputs && valueAt(inputs, ['example'])) ?? JSON_NULL
  const step = parseRowRef(row)
  return { row_digest: step ?? rowDigest(row), row }
}

/** The digest in a ref to a row of a dataset. */
function parseRowRef(row: JsonText): string | undefined {
  const ref = parseRef(stringAt(row, []) ?? '')
  const step = ref?.kind === 'object' ? ref.extra.at(-1) : undefined
  return step?.edge === 'id' ? step.value : undefined
}

/** The Python SDK reports the mean of one, the Node SDK the number itself. */
function reportedLatency({ output }: StoredCall): number | null {
  const reported = output && valueAt(output, ['model_latency'])
  const seconds = reported && (valueAt(reported, ['mean']) ?? reported)
  return seconds?.kind === 'number' ? Number(seconds.text) : null
}

const scorerOf = ({ op_name }: StoredCall): string => traceName(op_name).replace(/\.score$/, '')

/**
 * Matches calls to scores by name. The call of a scorer with a custom name has the name of its class: if as many
 * scores as calls remain, they are matched in order.
 */
function scorerCallIds(scores: JsonText, calls: readonly StoredCall[]): Map<string, string> {
  const names = namesOf(scores)
  const byName = new Map(calls.map((call) => [scorerOf(call), call]))
  const matched = new Set(names.flatMap((name) => byName.get(name) ?? []))
  const unnamed = names.filter((name) => !byName.has(name))
  const unmatched = calls.filter((call) => !matched.has(call))
  const rest = new Map(
    unnamed.length === unmatched.length ? unnamed.map((name, index) => [name, unmatched[index]]) : [],
  )
  return new Map(
    names.flatMap((name): [string, string][] => {
      const call = byName.get(name) ?? rest.get(name)
      return call ? [[name, call.id]] : []
    }),
  )
}
