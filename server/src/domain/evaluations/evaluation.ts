import { itemsOf, stringAt, valueAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'

/** What an evaluation sets out to do. */
export interface EvaluationPlan {
  /** The ref of the dataset; empty where the evaluation names none. */
  readonly dataset: string
  /** The refs of the scorers. */
  readonly scorers: string[]
  /** How often each row is tried. */
  readonly trials: number
}

/** Reads the value of an evaluation, whichever client published it. */
export function evaluationPlan(evaluation: JsonText): EvaluationPlan {
  const scorers = valueAt(evaluation, ['scorers'])
  const trials = Number(valueAt(evaluation, ['trials'])?.text)
  return {
    dataset: stringAt(evaluation, ['dataset']) ?? '',
    scorers: ((scorers && itemsOf(scorers)) ?? []).flatMap((scorer) => stringAt(scorer, []) ?? []),
    trials: Number.isInteger(trials) ? trials : 1,
  }
}
