import type { CallCompleteRecord } from '@heddle/contract/call-batches'
import { completeCalls } from '@heddle/contract/call-batches'
import { startCall } from '@heddle/contract/calls'
import type { Client } from '@heddle/contract/client'
import { createCosts } from '@heddle/contract/costs'
import { createFeedbackBatch } from '@heddle/contract/feedback'
import { agentRun } from './agent.ts'
import { callsOfTrace, newId, type Step, type TraceContext } from './call-record.ts'
import { evaluate } from './evaluations.ts'
import { Publisher, publishAll } from './publications.ts'
import { ragAnswer } from './rag.ts'
import { Random } from './random.ts'
import { QUESTIONS, RELEASES, TIERS, USERS } from './shop.ts'

export interface DemoOptions {
  readonly project_id: string
  /** The end of the demo's week. */
  readonly nowMs: number
  readonly traces: number
  readonly report: (line: string) => void
}

const WEEK_MS = 7 * 86_400_000
const MODELS = ['gpt-4o', 'gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-20250514', 'gemini-2.5-pro'] as const

/**
 * Fills a project with a week of traces from the assistants of a shop: an agent with tools, answers from
 * documents, conversations, evaluations, failures, feedback and costs. Deterministic except for
 * the dates.
 */
export async function fillDemo(client: Client, options: DemoOptions): Promise<void> {
  const { project_id, nowMs, report } = options
  const random = new Random(2026)
  const publisher = new Publisher(client, project_id)
  const published = await publishAll(publisher)
  report('Published prompts, models, ops and a dataset')

  await client.call(createCosts, {
    project_id,
    costs: {
      'gemini-2.5-pro': { prompt_token_cost: 1.1e-6, completion_token_cost: 9e-6, provider_id: 'contract' },
    },
  })
  const context = {
    project_id,
    random,
    opRef: publisher.opRef,
    attributes: { env: 'offline' },
    startedAtMs: nowMs - WEEK_MS / 3,
  }
  await evaluate(client, publisher, published, context)
  report('Ran three evaluations')

  let calls = 0
  for (let index = 0; index < options.traces; index++) {
    const trace = newTrace(index, published.prompts.at(-1) ?? '', {
      ...options,
      random,
      opRef: publisher.opRef,
    })
    calls += trace.length
    await send(client, project_id, trace)
    await client.call(createFeedbackBatch, { batch: opinionsOn(trace, project_id, random) })
  }
  for (let index = 0; index < 3; index++) await startUnfinished(client, options, publisher, random)
  report(`Traced ${options.traces} requests in ${calls} calls`)
}

function newTrace(
  index: number,
  prompt: string,
  { project_id, nowMs, traces, random, opRef }: DemoOptions & Pick<TraceContext, 'random' | 'opRef'>,
): CallCompleteRecord[] {
  const question = random.pick(QUESTIONS)
  const model = random.pick(MODELS)
  const root: Step = random.chance(0.55)
    ? agentRun(question, model, random)
    : ragAnswer(question, model, prompt, random)
  const customer = { name: random.pick(USERS), tier: random.pick(TIERS) }
  const context: TraceContext = {
    project_id,
    random,
    opRef,
    // Traffic follows day and night, and the newest trace is current.
    startedAtMs:
      nowMs - 90_000 - ((traces - 1 - index) / traces) * WEEK_MS * (0.97 + 0.03 * random.fraction()),
    attributes: {
      env: random.chance(0.85) ? 'production' : 'staging',
      release: random.pick(RELEASES),
      user_id: customer.name,
      customer,
    },
  }
  return callsOfTrace(
    root,
    random.chance(0.4) ? { ...context, thread_id: `thread-${Math.floor(index / 9)}` } : context,
  )
}

/** In batches that stay well below the limit of a request. */
async function send(client: Client, projectId: string, calls: readonly CallCompleteRecord[]): Promise<void> {
  const [entity = '', project = ''] = projectId.split('/')
  for (let at = 0; at < calls.length; at += 500) {
    await client.call(completeCalls, { entity, project, batch: calls.slice(at, at + 500) })
  }
}

const NOTES: readonly [string, ...string[]] = [
  'Promised a date that no tool had confirmed.',
  'Exactly what I would have written.',
  'Too long: the customer asked one thing.',
  'Wrong policy quoted, the saw had been used.',
]

function opinionsOn(trace: readonly CallCompleteRecord[], project_id: string, random: Random) {
  const root = trace.at(-1)
  if (!root) return []
  const about = {
    project_id,
    weave_ref: `weave:///${project_id}/call/${root.id}`,
    creator: random.pick(USERS),
  }
  const emoji = root.exception ? '👎' : random.pick(['👍', '👍', '👍', '🎉', '👎'])
  return [
    ...(random.chance(0.35) ? [{ ...about, feedback_type: 'wandb.reaction.1', payload: { emoji } }] : []),
    ...(random.chance(0.12)
      ? [{ ...about, feedback_type: 'wandb.note.1', payload: { note: random.pick(NOTES) } }]
      : []),
    ...(random.chance(0.3)
      ? [{ ...about, feedback_type: 'helpfulness', payload: { score: Number(random.fraction().toFixed(2)) } }]
      : []),
  ]
}

async function startUnfinished(
  client: Client,
  { project_id, nowMs }: DemoOptions,
  publisher: Publisher,
  random: Random,
) {
  const startedAtMs = nowMs - random.whole(1_000, 60_000)
  await client.call(startCall, {
    start: {
      project_id,
      id: newId(startedAtMs, random),
      op_name: publisher.opRef('SupportAgent.run'),
      started_at: new Date(startedAtMs).toISOString(),
      attributes: { env: 'production' },
      inputs: { question: random.pick(QUESTIONS).text, model: 'gpt-4o' },
    },
  })
}
