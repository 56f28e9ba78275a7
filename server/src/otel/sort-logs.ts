import type { JsonMap } from '../json/tree.ts'
import { textOf } from '../semconv/span-attributes.ts'
import { contentHash } from './content-hash.ts'
import { exactInteger } from './exact-number.ts'
import type { LogRecord } from './logs.ts'
import { NOTHING_DROPPED, type Scope, type Span } from './span.ts'

/** The records of one scope, by how they are handled. */
export interface SortedLogs {
  /** Events of coding agents, each as a span of its own. */
  readonly spans: readonly Span[]
  /** Events of the GenAI conventions that belong to a span, which is exported separately, before or after. */
  readonly events: readonly LogRecord[]
  /** Records without an LLM event, or with one that its span repeats. */
  readonly ignored: readonly LogRecord[]
}

/**
 * Finds the log records with LLM events. Those of coding agents become spans, which are then handled like any other. Their ids are
 * derived from the content, so that sending an export again changes nothing.
 */
export function sortLogs(records: readonly LogRecord[], scope: Scope): SortedLogs {
  const isRepeated = REPEATING_SCOPES.some((prefix) => scope.name.startsWith(prefix))
  const [spans, events, ignored]: [Span[], LogRecord[], LogRecord[]] = [[], [], []]
  for (const record of records) {
    const { name, trace_id, span_id } = record
    const [, agent = '', event = ''] = AGENT_EVENT.exec(name) ?? []
    const span = READERS.get(event)?.(record, agent)
    if (span) spans.push(span)
    else if (name.startsWith('gen_ai.') && !isRepeated && trace_id !== '' && span_id !== '')
      events.push(record)
    else ignored.push(record)
  }
  return { spans, events, ignored }
}

/** Scope prefixes of libraries whose spans repeat their log records. */
const REPEATING_SCOPES = ['openlit.']

const AGENT_EVENT = /^(claude_code|codex|gemini_cli|qwen-code)\.(\w+)$/

type Reader = (record: LogRecord, agent: string) => Span | undefined

/** The events of Claude Code, Codex and Gemini CLI that become spans. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['user_prompt', (record, agent) => agentSpan(record, agent, 'invoke_agent')],
  [
    'api_request',
    (record, agent) => (agent === 'claude_code' ? agentSpan(record, agent, 'chat') : undefined),
  ],
  ['api_response', (record, agent) => agentSpan(record, agent, 'chat')],
  ['api_error', (record, agent) => agentSpan(record, agent, 'chat')],
  ['sse_event', (record, agent) => (isCompleted(record) ? agentSpan(record, agent, 'chat') : undefined)],
  ['tool_result', (record, agent) => agentSpan(record, agent, 'execute_tool')],
  ['tool_call', (record, agent) => agentSpan(record, agent, 'execute_tool')],
])

const isCompleted = ({ attributes }: LogRecord): boolean =>
  attributes.get('event.kind') === 'response.completed'

/** Names that the agents use, and those of span attributes. Input that excludes cached tokens keeps its name. */
const NAMES: readonly (readonly [key: string, name: string])[] = [
  ['model', 'gen_ai.request.model'],
  ['input_token_count', 'gen_ai.usage.input_tokens'],
  ['output_token_count', 'gen_ai.usage.output_tokens'],
  ['cached_token_count', 'gen_ai.usage.cache_read.input_tokens'],
  ['cached_content_token_count', 'gen_ai.usage.cache_read.input_tokens'],
  ['total_token_count', 'gen_ai.usage.total_tokens'],
  ['reasoning_token_count', 'gen_ai.usage.reasoning.output_tokens'],
  ['thoughts_token_count', 'gen_ai.usage.reasoning.output_tokens'],
  ['conversation.id', 'session.id'],
  ['user.account_id', 'enduser.id'],
  ['prompt', 'input.value'],
  ['response_text', 'output.value'],
  ['tool_name', 'gen_ai.tool.name'],
  ['function_name', 'gen_ai.tool.name'],
  ['arguments', 'gen_ai.tool.call.arguments'],
  ['tool_parameters', 'gen_ai.tool.call.arguments'],
  ['tool_input', 'gen_ai.tool.call.arguments'],
  ['function_args', 'gen_ai.tool.call.arguments'],
  ['output', 'gen_ai.tool.call.result'],
]

function agentSpan(record: LogRecord, agent: string, operation: string): Span {
  const { name, nanos, attributes } = record
  const isTurn = operation === 'invoke_agent'
  const all: JsonMap = new Map([
    ...attributes,
    ['gen_ai.operation.name', operation],
    ['wandb.is_turn', isTurn],
  ])
  all.set('gen_ai.agent.name', agent)
  for (const [key, spanName] of NAMES) {
    const value = attributes.get(key)
    if (value !== undefined && !all.has(spanName)) all.set(spanName, value)
  }
  includeThoughts(all, attributes)
  for (const key of CONTAINERS) all.delete(key)
  const error = errorOf(record)
  return {
    ...placeOf(record, isTurn),
    trace_state: '',
    flags: 0,
    name,
    kind: 'INTERNAL',
    start_nanos: nanos - durationOf(attributes, nanos),
    end_nanos: nanos,
    attributes: all,
    events: [],
    links: [],
    status: { code: error === undefined ? 'UNSET' : 'ERROR', message: error ?? '' },
    dropped: NOTHING_DROPPED,
  }
}

/** Gemini counts thoughts beside the output; the output of a span includes them. */
function includeThoughts(all: JsonMap, attributes: JsonMap): void {
  const [output, thoughts] = ['output_token_count', 'thoughts_token_count'].map((key) =>
    Number(textOf(attributes.get(key) ?? '')),
  )
  if (output && thoughts && Number.isSafeInteger(output + thoughts)) {
    all.set('gen_ai.usage.output_tokens', exactInteger(output + thoughts))
  }
}

/** Keys that conflict with others below them: `error` and `error.type`. */
const CONTAINERS = ['error', 'session', 'user', 'output', 'prompt']

/** Events with a trace keep their place in it; others are grouped by prompt, or else by session. */
function placeOf(record: LogRecord, isTurn: boolean): Pick<Span, 'trace_id' | 'span_id' | 'parent_span_id'> {
  const { name, nanos, attributes, trace_id, span_id } = record
  const text = (key: string) => textOf(attributes.get(key) ?? '')
  const session = text('session.id') || text('conversation.id')
  const prompt = text('prompt.id') || text('prompt_id')
  const turn = prompt === '' ? '' : contentHash(SPAN_BYTES, 'turn', session, prompt)
  const own = contentHash(SPAN_BYTES, name, String(nanos), session, prompt, textOf(attributes))
  return {
    trace_id: trace_id || contentHash(TRACE_BYTES, 'trace', session, prompt),
    span_id: isTurn && turn !== '' ? turn : own,
    parent_span_id: isTurn ? span_id : span_id || turn,
  }
}

function errorOf({ name, attributes }: LogRecord): string | undefined {
  const success = attributes.get('success')
  if (!name.endsWith('.api_error') && success !== false && success !== 'false') return undefined
  const told = attributes.get('error') ?? attributes.get('error_message') ?? attributes.get('error.message')
  return told === undefined ? 'Error' : textOf(told)
}

function durationOf(attributes: JsonMap, nanos: bigint): bigint {
  const ms = Number(textOf(attributes.get('duration_ms') ?? ''))
  const duration =
    Number.isFinite(ms) && ms > 0 ? BigInt(Math.round(Math.min(ms, DURATION_MS_MAX))) * 1_000_000n : 0n
  return duration < nanos ? duration : 0n
}

const DURATION_MS_MAX = 1e12

const TRACE_BYTES = 16
const SPAN_BYTES = 8
