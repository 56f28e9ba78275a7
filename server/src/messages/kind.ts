import { traceName } from '../domain/calls/status.ts'
import { remember } from '../remember.ts'
import { type Kind, kindOf, kindOfWord } from '../semconv/kind.ts'
import type { CallSource } from './call-source.ts'
import { mapAt, textAt } from './json-fields.ts'

/** The declared kind of a call; `call` if it declares none, wherever it is in the trace. */
export function readKind(call: CallSource): Kind {
  const { span } = call
  return (
    (span ? kindOf(span.meanings) : undefined) ??
    kindOfOp(call.op_name) ??
    declaredKind(call) ??
    kindOfMethod(call) ??
    'call'
  )
}

/** The kind by op name: integrations of the Weave SDKs name their ops after the library's own functions. */
const kindOfOp = remember((opName): Kind | undefined => {
  const name = traceName(opName)
  if (name.length > OP_NAME_MAX) return undefined
  return OPS.find(([, pattern]) => pattern.test(name))?.[0]
})

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
  if (!isMethod(call.op_name)) return undefined
  const { inputs } = call
  const request = inputs instanceof Map ? (mapAt(inputs, 'arg0') ?? inputs) : undefined
  return request && textAt(request, 'model') ? 'llm' : undefined
}

const isMethod = remember((opName) => METHODS.has(traceName(opName)))

const METHODS: ReadonlySet<string> = new Set([
  'create',
  'stream',
  'parse',
  'generateContent',
  'generateContentStream',
])

function declaredKind(call: CallSource): Kind | undefined {
  if (!call.mayHaveKey('kind')) return undefined
  const weave = call.attribute('weave')
  const declared = weave instanceof Map ? textAt(weave, 'kind') : undefined
  return kindOfWord(declared) ?? kindOfWord(call.attribute('kind'))
}
