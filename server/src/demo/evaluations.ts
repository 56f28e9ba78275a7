import { completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { createFeedbackBatch } from '@heddle/contract/feedback'
import { callsOfTrace, type Step, type TraceContext } from './call-record.ts'
import { modelCall } from './model-call.ts'
import type { ExampleRow, Published, Publisher } from './publications.ts'
import { QUESTIONS, SYSTEM_PROMPT } from './shop.ts'

/** How good each model is at the demo's questions. */
const SKILL: Readonly<Record<string, number>> = {
  'gpt-4o': 0.86,
  'gpt-4o-mini': 0.68,
  'claude-sonnet-4-20250514': 0.93,
}

/** One evaluation run per model, with the calls and the feedback that the SDKs write. */
export async function evaluate(
  client: Client,
  publisher: Publisher,
  published: Published,
  context: TraceContext,
): Promise<void> {
  const scorers = [
    await publisher.object('exactness', 'ExactnessScorer', ['Scorer'], {}),
    await publisher.object('politeness', 'PolitenessScorer', ['Scorer'], {}),
  ]
  const evaluation = await publisher.object('support-evaluation', 'Evaluation', [], {
    dataset: published.dataset.ref,
    scorers,
    trials: 1,
    evaluation_name: null,
  })
  for (const [index, model] of published.models.entries()) {
    const startedAtMs = context.startedAtMs + index * 600_000
    const run = evaluationRun(evaluation, model, published.dataset, { ...context, startedAtMs })
    const calls = callsOfTrace(run, { ...context, startedAtMs })
    const [entity = '', project = ''] = context.project_id.split('/')
    await client.call(completeCalls, { entity, project, batch: calls })
    await client.call(createFeedbackBatch, { batch: scoresOf(calls, scorers, context.project_id) })
  }
}

type Calls = ReturnType<typeof callsOfTrace>

function evaluationRun(
  evaluation: string,
  { ref, llm }: Published['models'][number],
  dataset: Published['dataset'],
  { random }: TraceContext,
): Step {
  const skill = SKILL[llm] ?? 0.8
  const examples = dataset.rows.map((row, index) => {
    const exact = random.chance(skill)
    const polite = Number((skill - 0.1 + random.fraction() * 0.2).toFixed(3))
    return {
      exact,
      polite,
      step: predictAndScore({ row, example: dataset.rowRefs[index] ?? '', ref, llm, exact, polite }, random),
    }
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const passed = examples.filter(({ exact }) => exact).length
  const output = {
    exactness: { correct: { true_count: passed, true_fraction: passed / examples.length } },
    politeness: { score: { mean: mean(examples.map(({ polite }) => polite)) } },
  }
  return {
    op: 'Evaluation.evaluate',
    inputs: { self: evaluation, model: ref },
    ownMs: 20,
    display_name: `support on ${llm}`,
    children: [
      ...examples.map(({ step }) => step),
      { op: 'Evaluation.summarize', inputs: { self: evaluation }, ownMs: 4, output },
    ],
    output,
  }
}

interface Trial {
  readonly row: ExampleRow
  /** The ref of the row. */
  readonly example: string
  /** The ref of the model. */
  readonly ref: string
  readonly llm: string
  readonly exact: boolean
  readonly polite: number
}

function predictAndScore(
  { row, example, ref, llm, exact, polite }: Trial,
  random: TraceContext['random'],
): Step {
  const answer = exact ? row.expected : random.pick(QUESTIONS).answer
  const messages = [
    { role: 'system' as const, content: SYSTEM_PROMPT },
    { role: 'user' as const, content: row.question },
  ]
  const predict: Step = {
    op: 'SupportModel.predict',
    inputs: { self: ref, question: row.question },
    ownMs: 3,
    children: [modelCall(llm, messages, { role: 'assistant', content: answer }, random)],
    output: answer,
  }
  const score = (op: string, output: unknown): Step => ({
    op,
    inputs: { output: answer, expected: row.expected },
    ownMs: random.whole(1, 6),
    output,
  })
  const output = { exactness: { correct: exact }, politeness: { score: polite } }
  return {
    op: 'Evaluation.predict_and_score',
    inputs: { example, model: ref },
    ownMs: 5,
    children: [predict, score('exactness', output.exactness), score('politeness', output.politeness)],
    output: { output: answer, scores: output, model_latency: random.skewed(1200) / 1000 },
  }
}

function scoresOf(calls: Calls, scorers: readonly string[], project_id: string) {
  const scoring = new Map(scorers.map((ref) => [/object\/([^/:]+):/.exec(ref)?.[1] ?? '', ref]))
  return calls.flatMap((call) => {
    const runnable_ref = scoring.get(call.op_name)
    const prediction = calls.find(
      ({ parent_id, op_name }) => parent_id === call.parent_id && op_name === 'SupportModel.predict',
    )
    if (runnable_ref === undefined || prediction === undefined) return []
    return {
      project_id,
      weave_ref: `weave:///${project_id}/call/${prediction.id}`,
      feedback_type: `wandb.runnable.${call.op_name}`,
      payload: { output: call.output },
      runnable_ref,
      call_ref: `weave:///${project_id}/call/${call.id}`,
    }
  })
}
