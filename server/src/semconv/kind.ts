import type { LazyValue } from '../json/lazy.ts'
import type { JsonValue } from '../json/tree.ts'
import { type SpanAttributes, textOf } from './span-attributes.ts'

/** What a call or span did, in one vocabulary for all conventions. */
export type Kind =
  | 'agent'
  | 'llm'
  | 'tool'
  | 'retriever'
  | 'reranker'
  | 'embedding'
  | 'chain'
  | 'evaluator'
  | 'guardrail'
  | 'prompt'
  | 'call'

/**
 * The kind that a span declares, by the precedence of its conventions; a word that declares nothing (`span`, `UNKNOWN`)
 * leaves it to the next one. Undeclared, a span with the messages of a whole run is an agent, one that names a model and
 * counts tokens an LLM call, one that names a tool a tool, and one with the query of a search a retriever.
 */
export function kindOf(attributes: SpanAttributes): Kind | undefined {
  for (const { key, value } of attributes.all('declared_kind')) {
    const kind = READERS.get(key)?.(textOf(value)) ?? kindOfWord(value)
    if (kind !== undefined) return kind
  }
  if (attributes.first('run_messages')) return 'agent'
  const hasModel = attributes.first('request_model') ?? attributes.first('response_model')
  if (hasModel && (attributes.first('input_tokens') ?? attributes.first('output_tokens'))) return 'llm'
  if (attributes.first('tool_name')) return 'tool'
  return attributes.first('query') ? 'retriever' : undefined
}

/** The kind that a declared word stands for, in any case; undefined for a word that no convention has. */
export function kindOfWord(value: JsonValue | undefined): Kind | undefined {
  if (typeof value !== 'string' || value.length > WORD_MAX) return undefined
  const word = value.toLowerCase()
  return KINDS_BY_WORD.get(word) ?? (word.endsWith('_memory') ? 'call' : undefined)
}

/** The model that a request names. Genkit names the request after it; for MLflow it is an argument, as of any function. */
export function requestModelOf(attributes: SpanAttributes): LazyValue | undefined {
  const named = attributes.sent('request_model')
  if (named !== undefined || !attributes.first('action_name')) return named
  const kind = kindOf(attributes)
  return kind && isRequest(kind) ? attributes.sent('action_name') : undefined
}

/** Whether calls of this kind ask a model. */
export const isRequest = (kind: string): boolean =>
  kind === 'llm' || kind === 'embedding' || kind === 'reranker'

const WORD_MAX = 40

const WORDS: readonly (readonly [kind: Kind, ...words: string[]])[] = [
  ['agent', 'agent', 'invoke_agent', 'create_agent', 'interaction'],
  ['llm', 'llm', 'chat_model', 'generation', 'chat', 'chat.completions', 'text_completion', 'completion'],
  ['llm', 'generate_content', 'call_llm', 'llm_request', 'response', 'responses'],
  ['tool', 'tool', 'execute_tool', 'function'],
  ['retriever', 'retriever', 'retrieval', 'search'],
  ['reranker', 'reranker', 'rerank'],
  ['embedding', 'embedding', 'embeddings'],
  ['chain', 'chain', 'workflow', 'task', 'parser', 'plan'],
  ['chain', 'invoke_workflow', 'execute_task', 'execute_event_loop_cycle', 'agent_step'],
  ['evaluator', 'evaluator', 'evaluation', 'scorer'],
  ['guardrail', 'guardrail'],
  ['prompt', 'prompt'],
  ['call', 'memory', 'event'],
]

const KINDS_BY_WORD: ReadonlyMap<string, Kind> = new Map(
  WORDS.flatMap(([kind, ...words]) => words.map((word) => [word, kind] as const)),
)

/** How attributes with words of their own are read. */
const READERS: ReadonlyMap<string, (word: string) => Kind | undefined> = new Map([
  ['ai.operationId', kindOfAiOperation],
  ['spring.ai.kind', (word: string) => SPRING_KINDS.get(word)],
  ['genkit:metadata:subtype', (word: string) => GENKIT_KINDS.get(word)],
  ['genkit:type', (word: string) => GENKIT_KINDS.get(word)],
])

const SPRING_KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['chat_client', 'chain'],
  ['advisor', 'chain'],
  ['tool_call', 'tool'],
])

const GENKIT_KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['model', 'llm'],
  ['background-model', 'llm'],
  ['embedder', 'embedding'],
  ['tool.v2', 'tool'],
  ['flow', 'chain'],
  ['flowStep', 'chain'],
  ['executable-prompt', 'chain'],
  ['dotprompt', 'chain'],
  ['promptTemplate', 'prompt'],
  ['util', 'chain'],
  ['helper', 'chain'],
])

/** The AI SDK wraps each request to a model (`ai.generateText.doGenerate`) in a span of its own. */
function kindOfAiOperation(id: string): Kind {
  if (id.endsWith('.doGenerate') || id.endsWith('.doStream')) return 'llm'
  if (id.startsWith('ai.embed')) return 'embedding'
  if (id.startsWith('ai.rerank')) return 'reranker'
  return id === 'ai.toolCall' ? 'tool' : 'chain'
}
