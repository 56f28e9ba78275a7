import type { CallEndRecord, CallStartRecord } from '@heddle/contract/calls'
import { BEYOND_ASCII, prose } from './prose.ts'
import { Random, uuidAt } from './random.ts'

/** The start and end of a call, with about 1.5 KB of payload together. */
export interface BenchCall {
  readonly start: CallStartRecord & { readonly id: string; readonly trace_id: string }
  readonly end: CallEndRecord
}

export interface DatasetOptions {
  readonly seed: number
  /** The entity whose projects the calls belong to. */
  readonly entity: string
}

export const PROJECTS = ['chat', 'search', 'agents'] as const
/** Most calls belong to the first project, as in practice. */
const PROJECT_SHARES = [0.8, 0.95, 1]

export const opRef = (projectId: string, op: number): string =>
  `weave:///${projectId}/op/step-${op}:9qHbMWlnLr3ov0uvvYxJnCmTHd6oiYR5HIAuIrm4ZCk`

const OPS = 40
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet', 'claude-haiku', 'gemini-pro', 'llama-70b'] as const
const BEYOND_ASCII_SHARE = 0.06
const FAILED_SHARE = 0.03
const BEGINNING_MS = Date.parse('2026-01-01T00:00:00Z')
const MEAN_GAP_MS = 20
const CALLS_PER_TRACE_MAX = 9

/** An endless sequence of traces in order of their start, deterministic for a seed. */
export function* benchCalls({ seed, entity }: DatasetOptions): Generator<BenchCall> {
  const random = new Random(seed)
  let now = BEGINNING_MS
  for (;;) {
    const projectId = `${entity}/${projectName(random)}`
    const traceId = uuidAt(now, random.hex(18))
    const size = 1 + random.below(CALLS_PER_TRACE_MAX)
    const thread = random.chance(0.3) ? `conversation-${random.below(5_000)}` : undefined
    let parent: string | undefined
    for (let made = 0; made < size; made++) {
      const call = newCall(random, { projectId, traceId, parent, thread, now })
      yield call
      parent ??= call.start.id
      now += random.fraction() * 2 * MEAN_GAP_MS
    }
  }
}

interface Place {
  readonly projectId: string
  readonly traceId: string
  readonly parent: string | undefined
  readonly thread: string | undefined
  readonly now: number
}

function newCall(random: Random, { projectId, traceId, parent, thread, now }: Place): BenchCall {
  const id = uuidAt(now, random.hex(18))
  const words = random.chance(BEYOND_ASCII_SHARE) ? BEYOND_ASCII : undefined
  const model = random.pick(MODELS)
  const promptTokens = random.below(2_000)
  const completionTokens = random.below(800)
  // Most calls take under a second, some most of a minute, so that start and end are in different batches.
  const latencyMs = 50 * Math.exp(random.fraction() * 7)
  return {
    start: {
      project_id: projectId,
      id,
      trace_id: traceId,
      ...(parent !== undefined && { parent_id: parent }),
      ...(thread !== undefined && { thread_id: thread, turn_id: traceId }),
      op_name: opRef(projectId, random.below(OPS)),
      started_at: instant(now),
      attributes: {
        weave: { client_version: '0.51.56', source: 'python-sdk', sys_version: '3.12.4' },
        env: random.pick(['production', 'staging']),
        release: `2026.${random.below(12)}.${random.below(30)}`,
      },
      inputs: {
        model,
        temperature: random.below(100) / 100,
        max_tokens: 256 + random.below(1_024),
        messages: [
          { role: 'system', content: prose(random, 120, words) },
          { role: 'user', content: prose(random, 300, words) },
        ],
      },
    },
    end: {
      project_id: projectId,
      id,
      ended_at: instant(now + latencyMs),
      ...(random.chance(FAILED_SHARE) && { exception: 'TimeoutError: the model did not answer in time' }),
      output: {
        id: `chatcmpl-${random.hex(24)}`,
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: prose(random, 480, words) },
          },
        ],
        score: random.fraction(),
      },
      summary: {
        usage: {
          [model]: {
            requests: 1,
            prompt_tokens: promptTokens,
            completion_tokens: completionTokens,
            total_tokens: promptTokens + completionTokens,
          },
        },
        status_counts: { success: 1, error: 0 },
      },
    },
  }
}

function projectName(random: Random): string {
  const draw = random.fraction()
  return PROJECTS[PROJECT_SHARES.findIndex((share) => draw < share)] ?? PROJECTS[0]
}

const instant = (millis: number): string => new Date(millis).toISOString()
