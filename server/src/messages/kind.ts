import { traceName } from '../domain/calls/status.ts'
import type { JsonValue } from '../json/tree.ts'
import type { CallSource } from './call-source.ts'
import { mapAt, textAt } from './json-fields.ts'
import type { Kind } from './message.ts'
import type { Span } from './span.ts'

/** The declared kind of a call. One that declares nothing is a `call`, wherever it is in the trace. */
export function readKind(call: CallSource): Kind {
  const { span } = call
  return (
    (span ? spanKind(span) : undefined) ??
    kindOfOp(call.op_name) ??
    declaredKind(call) ??
    kindOfMethod(call) ??
    'call'
  )
}

function spanKind(span: Span): Kind | undefined {
  for (const [attribute, kinds] of DECLARED) {
    const word = span.value(attribute)
    const kind = kindOfWord(word, kinds)
    if (kind) return kind
  }
  return kindOfAiSdk(span.text('ai.operationId')) ?? kindOfOperation(span) ?? inferredKind(span)
}

/** The words that most conventions share. */
const WORDS: ReadonlyMap<string, Kind> = new Map([
  ['agent', 'agent'],
  ['llm', 'llm'],
  ['chat_model', 'llm'],
  ['generation', 'llm'],
  ['completion', 'llm'],
  ['chat', 'llm'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['retriever', 'retriever'],
  ['search', 'retriever'],
  ['retrieval', 'retriever'],
  ['reranker', 'reranker'],
  ['rerank', 'reranker'],
  ['embedding', 'embedding'],
  ['embeddings', 'embedding'],
  ['chain', 'chain'],
  ['workflow', 'chain'],
  ['task', 'chain'],
  ['parser', 'chain'],
  ['evaluator', 'evaluator'],
  ['evaluation', 'evaluator'],
  ['scorer', 'evaluator'],
  ['guardrail', 'guardrail'],
  ['prompt', 'prompt'],
  ['event', 'call'],
])

const OPERATIONS: ReadonlyMap<string, Kind> = new Map([
  ...WORDS,
  ['chat.completions', 'llm'],
  ['generate_content', 'llm'],
  ['text_completion', 'llm'],
  ['call_llm', 'llm'],
  ['response', 'llm'],
  ['responses', 'llm'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['invoke_workflow', 'chain'],
  ['plan', 'chain'],
  ['execute_task', 'chain'],
  ['execute_event_loop_cycle', 'chain'],
  ['agent_step', 'chain'],
])

/** In order of precedence: what a library says on purpose comes before what OpenTelemetry has it say. */
const DECLARED: readonly (readonly [attribute: string, kinds: ReadonlyMap<string, Kind>])[] = [
  ['weave.span.kind', WORDS],
  ['langfuse.observation.type', WORDS],
  ['openinference.span.kind', WORDS],
  ['langsmith.span.kind', WORDS],
  ['mlflow.spanType', WORDS],
  ['traceloop.span.kind', WORDS],
]

const WORD_MAX = 40

/** MLflow writes words as JSON, with their quotes. */
function kindOfWord(value: JsonValue | undefined, kinds: ReadonlyMap<string, Kind>): Kind | undefined {
  if (typeof value !== 'string' || value.length > WORD_MAX) return undefined
  return kinds.get(value.replaceAll('"', '').toLowerCase())
}

/** `ai.generateText.doGenerate` talks to the model; `ai.generateText` only runs the steps. */
function kindOfAiSdk(operation: string | undefined): Kind | undefined {
  if (operation === undefined) return undefined
  if (operation === 'ai.toolCall') return 'tool'
  if (operation.startsWith('ai.embed')) return 'embedding'
  if (operation.startsWith('ai.rerank')) return 'reranker'
  return operation.includes('.do') ? 'llm' : 'chain'
}

function kindOfOperation(span: Span): Kind | undefined {
  return (
    kindOfWord(span.value('gen_ai.operation.name'), OPERATIONS) ??
    kindOfWord(span.value('llm.request.type'), OPERATIONS) ??
    CLAUDE_CODE.get(span.text('span.type') ?? '')
  )
}

const CLAUDE_CODE: ReadonlyMap<string, Kind> = new Map([
  ['interaction', 'agent'],
  ['llm_request', 'llm'],
  ['tool', 'tool'],
])

/** For spans of senders that declare nothing, as some older ones do. */
function inferredKind(span: Span): Kind | undefined {
  const model = span.first('gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name')
  const usage = span.first('gen_ai.usage', 'llm.usage', 'llm.token_count')
  if (model !== undefined && usage !== undefined) return 'llm'
  return span.value('gen_ai.tool.name') === undefined ? undefined : 'tool'
}

/** By the name of an op of the Weave SDKs, whose integrations name their ops after the library's own functions. */
function kindOfOp(opName: string): Kind | undefined {
  const name = traceName(opName)
  if (name.length > OP_NAME_MAX) return undefined
  return OPS.find(([, pattern]) => pattern.test(name))?.[0]
}

const OP_NAME_MAX = 200

const OPS: readonly (readonly [Kind, RegExp])[] = [
  [
    'embedding',
    /\.(?:embeddings?\.create|embed_content|embed_documents|embed_query|embeddings|embed|a?embedding)$/,
  ],
  ['reranker', /\.rerank$/],
  [
    'llm',
    /^(?:openai|azure|groq|together|cerebras|mistralai)\.(?:[\w-]{1,40}\.){0,4}(?:create|parse|stream|complete)(?:_async|-stream)?$/,
  ],
  ['llm', /^anthropic\.(?:[\w-]{1,40}\.){0,4}(?:create|stream|parse)$/i],
  ['llm', /^google\.(?:[\w-]{1,40}\.){0,5}(?:generate_content|send_message)(?:_stream|_async)?$/],
  [
    'llm',
    /^(?:BedrockRuntime\.(?:converse|invoke)\w{0,20}|litellm\.a?completion|cohere\.\w{1,40}\.chat\w{0,20})$/,
  ],
  ['llm', /^langchain\.(?:Llm|ChatModel)\./i],
  ['retriever', /^langchain\.Retriever\./i],
  ['tool', /^langchain\.Tool\./i],
  ['prompt', /^langchain\.Prompt\./i],
  ['chain', /^langchain\.(?:Chain|Parser)\./i],
  ['agent', /^openai_agent_(?:agent|trace|task)$/],
  ['tool', /^openai_agent_function$/],
  ['llm', /^openai_agent_(?:response|generation)$/],
  ['chain', /^openai_agent_(?:turn|handoff)$/],
  ['guardrail', /^openai_agent_guardrail$/],
  ['evaluator', /^[A-Z]\w{0,100}\.score$/],
]

/** Weave's Node SDK names the op of a wrapped client after its method alone; the request names the model. */
function kindOfMethod(call: CallSource): Kind | undefined {
  if (!METHODS.has(traceName(call.op_name))) return undefined
  const { inputs } = call
  const request = inputs instanceof Map ? (mapAt(inputs, 'arg0') ?? inputs) : undefined
  return request && textAt(request, 'model') ? 'llm' : undefined
}

const METHODS: ReadonlySet<string> = new Set([
  'create',
  'stream',
  'parse',
  'generateContent',
  'generateContentStream',
])

function declaredKind({ attributes }: CallSource): Kind | undefined {
  const weave = mapAt(attributes, 'weave')
  return kindOfWord(weave && textAt(weave, 'kind'), WORDS) ?? kindOfWord(attributes.get('kind'), WORDS)
}
