import type { CallCompleteRecord } from '@heddle/contract/call-batches'
import type { Random } from './random.ts'

/** Tokens by model, as clients report them. */
type Usage = Record<
  string,
  { requests: number; prompt_tokens: number; completion_tokens: number; total_tokens: number }
>

/** A step of an application; `callsOfTrace` computes ids, times and totals. */
export interface Step {
  readonly op: string
  readonly inputs: Readonly<Record<string, unknown>>
  /** Its own time, before and after its children. */
  readonly ownMs: number
  readonly output?: unknown
  readonly exception?: string
  readonly usage?: Usage
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly display_name?: string
  readonly children?: readonly Step[]
}

export interface TraceContext {
  readonly project_id: string
  readonly startedAtMs: number
  readonly random: Random
  /** The ref of an op's newest version. */
  readonly opRef: (name: string) => string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly thread_id?: string
}

interface Written {
  readonly endedAtMs: number
  readonly usage: Usage
  readonly errors: number
  readonly successes: number
}

/** The calls of a trace, children before parents, as SDKs send them. The last one is the root. */
export function callsOfTrace(root: Step, context: TraceContext): CallCompleteRecord[] {
  const calls: CallCompleteRecord[] = []
  const trace_id = newId(context.startedAtMs, context.random)
  write(root, null, context.startedAtMs)
  return calls

  function write(step: Step, parent_id: string | null, startedAtMs: number): Written {
    const id = newId(startedAtMs, context.random)
    let at = startedAtMs + step.ownMs / 2
    const below: Written[] = []
    for (const child of step.children ?? []) {
      const written = write(child, id, at)
      below.push(written)
      at = written.endedAtMs
    }
    const endedAtMs = at + step.ownMs / 2
    const usage = [step.usage ?? {}, ...below.map((child) => child.usage)].reduce(sumOfUsage)
    const failed = step.exception === undefined ? 0 : 1
    const errors = failed + below.reduce((sum, child) => sum + child.errors, 0)
    const successes = 1 - failed + below.reduce((sum, child) => sum + child.successes, 0)
    const turn = context.thread_id !== undefined && parent_id === null
    calls.push({
      project_id: context.project_id,
      id,
      trace_id,
      parent_id,
      op_name: context.opRef(step.op),
      started_at: new Date(startedAtMs).toISOString(),
      ended_at: new Date(endedAtMs).toISOString(),
      attributes: { ...context.attributes, ...step.attributes },
      inputs: step.inputs,
      output: step.output ?? null,
      exception: step.exception ?? null,
      summary: { usage, status_counts: { success: successes, error: errors } },
      ...(step.display_name !== undefined && { display_name: step.display_name }),
      ...(context.thread_id !== undefined && { thread_id: context.thread_id }),
      ...(turn && { turn_id: id }),
    })
    return { endedAtMs, usage, errors, successes }
  }
}

/** A UUID of version 7: its time first, so that ids sort as the calls do. */
export function newId(atMs: number, random: Random): string {
  const time = Math.floor(atMs).toString(16).padStart(12, '0')
  const variant = random.whole(8, 11).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-${variant}${random.hex(3)}-${random.hex(12)}`
}

function sumOfUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = { ...left }
  for (const [model, tokens] of Object.entries(right)) {
    const known = sum[model] ?? { requests: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    sum[model] = {
      requests: known.requests + tokens.requests,
      prompt_tokens: known.prompt_tokens + tokens.prompt_tokens,
      completion_tokens: known.completion_tokens + tokens.completion_tokens,
      total_tokens: known.total_tokens + tokens.total_tokens,
    }
  }
  return sum
}
