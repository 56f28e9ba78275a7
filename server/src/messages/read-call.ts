import { traceName } from '../domain/calls/status.ts'
import { JsonText } from '../json/text.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { isRequest, type Kind } from '../semconv/kind.ts'
import type { CallSource } from './call-source.ts'
import type { Side, ToolUse } from './conventions/convention.ts'
import { CONVENTIONS } from './conventions/precedence.ts'
import { readDocuments } from './documents.ts'
import { documentsMessage, interpretInput, interpretOutput, unwrap } from './interpret.ts'
import { isEmpty, parseEmbedded, valueAt } from './json-fields.ts'
import { readKind } from './kind.ts'
import type {
  CallMessages,
  Document,
  Message,
  Settings,
  ToolCallResponse,
  ToolDefinition,
} from './message.ts'
import { dataPart, toolCallPart, toolResponsePart } from './part.ts'
import { readResponse } from './read-payload.ts'
import { isUnset, settingsOfRequest } from './settings.ts'
import type { Span } from './span.ts'
import { toolsOfRequest } from './tool-definitions.ts'

/** Reads the messages of a call. Never throws: a payload of unknown shape becomes a `data` part. */
export function messagesOfCall(call: CallSource): CallMessages {
  const kind = readKind(call)
  const output = readOutput(call, kind)
  const requests = requestsOf(call, kind)
  return {
    kind,
    input: readInput(call, kind),
    output,
    tools: toolsOf(call, requests),
    settings: settingsOf(call, requests),
    documents: documentsOf(call, requests, output),
  }
}

export function readInput(call: CallSource, kind: Kind): readonly Message[] {
  if (!call.span && call.inputs instanceof JsonText) return unparsed('user', call.inputs)
  const sides = inputSides(call)
  return kind === 'tool'
    ? toolInput(call, sides)
    : firstReadable(sides, 'user', (payload) => interpretInput(payload, kind))
}

export function readOutput(call: CallSource, kind: Kind): readonly Message[] {
  if (!call.span && call.output instanceof JsonText) return unparsed('assistant', call.output)
  const sides = outputSides(call)
  if (kind === 'tool') return toolOutput(call, sides)
  const documents = call.span && DOCUMENT_KINDS.has(kind) ? spanDocuments(call.span) : []
  if (documents.length > 0) return [documentsMessage(documents)]
  return firstReadable(sides, 'assistant', (payload) => interpretOutput(payload, kind))
}

const DOCUMENT_KINDS: ReadonlySet<Kind> = new Set(['retriever', 'reranker'])

const unparsed = (role: string, value: JsonText): readonly Message[] => [
  { role, parts: [{ type: 'data', value }] },
]

function* inputSides(call: CallSource): Generator<Side> {
  for (const { input } of call.span ? CONVENTIONS : []) {
    const side = call.span && input?.(call.span)
    if (side) yield side
  }
  const payload = givenArguments(call.inputs)
  if (!isEmpty(payload)) yield { payload }
}

function* outputSides(call: CallSource): Generator<Side> {
  for (const { output } of call.span ? CONVENTIONS : []) {
    const side = call.span && output?.(call.span)
    if (side) yield side
  }
  const { output } = call
  if (!(output instanceof JsonText) && !isEmpty(output)) yield { payload: output }
}

/** The Python SDK also records `self` and defaults, which the caller did not pass. */
function givenArguments(inputs: JsonValue | JsonText): JsonValue {
  if (inputs instanceof JsonText) return null
  if (!(inputs instanceof Map)) return inputs
  const given: JsonMap = new Map()
  for (const [key, value] of inputs) if (key !== 'self' && !isUnset(value)) given.set(key, value)
  return given.size === 0 ? inputs : given
}

/** The first side with a part wins; raw data is used only if no convention has messages. */
function firstReadable(
  sides: Iterable<Side>,
  role: string,
  interpret: (payload: JsonValue) => readonly Message[] | undefined,
): readonly Message[] {
  let data: JsonValue | undefined
  for (const side of sides) {
    const messages = 'messages' in side ? side.messages : interpret(side.payload)
    const said = messages?.filter(({ parts }) => parts.length > 0)
    if (said && said.length > 0) return said
    const value = 'payload' in side && messages === undefined ? unwrap(side.payload) : null
    if (!isEmpty(value)) data ??= value
  }
  return data === undefined ? [] : [{ role, parts: [dataPart(data)] }]
}

function toolInput(call: CallSource, sides: Iterable<Side>): readonly Message[] {
  const use = toolUse(call)
  const name = use.name || call.display_name || traceName(call.op_name)
  if (use.arguments !== undefined)
    return [{ role: 'assistant', parts: [toolCallPart({ ...use, name }, use.arguments)] }]
  for (const side of sides) {
    const args = 'payload' in side ? unwrap(side.payload) : argumentsIn(side.messages)
    if (!isEmpty(args)) return [{ role: 'assistant', parts: [toolCallPart({ ...use, name }, args)] }]
  }
  return [{ role: 'assistant', parts: [toolCallPart({ ...use, name }, undefined)] }]
}

function toolOutput(call: CallSource, sides: Iterable<Side>): readonly Message[] {
  const use = toolUse(call)
  if (use.result !== undefined) return [{ role: 'tool', parts: [toolResponse(use, use.result)] }]
  for (const side of sides) {
    const result = 'payload' in side ? unwrap(side.payload) : resultIn(side.messages)
    if (result !== undefined && result !== null) return [{ role: 'tool', parts: [toolResponse(use, result)] }]
  }
  return []
}

/** LangChain returns a serialised message, LlamaIndex an object with the call repeated: the result is inside. */
function toolResponse(use: ToolUse, result: JsonValue): ToolCallResponse {
  const returned = parseEmbedded(result) ?? null
  const value =
    (returned instanceof Map && returned.has('tool_name') && valueAt(returned, 'raw_output')) || returned
  const messages = value instanceof Map ? readResponse(value) : []
  const part = messages.flatMap(({ parts }) => parts).find(({ type }) => type === 'tool_call_response')
  const { id, name } = use
  if (part?.type !== 'tool_call_response') return toolResponsePart({ id, name }, value)
  return toolResponsePart({ id: id ?? part.id, name: name ?? part.name }, part.response)
}

/** Strands describes a tool's span with messages, too. */
function argumentsIn(messages: readonly Message[]): JsonValue | undefined {
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type === 'tool_call') return part.arguments
    if (part.type === 'tool_call_response') return part.response
    if (part.type === 'text') return parseEmbedded(part.content)
    if (part.type === 'data' && !(part.value instanceof JsonText)) return part.value
  }
  return undefined
}

function resultIn(messages: readonly Message[]): JsonValue | undefined {
  const parts = messages.flatMap((message) => message.parts)
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.content : []))
  return texts.length > 0 && texts.length === parts.length ? texts.join('\n') : argumentsIn(messages)
}

/** Each fact from the first convention that has it. */
function toolUse({ span }: CallSource): ToolUse {
  const uses = span ? CONVENTIONS.flatMap(({ tool }) => tool?.(span) ?? []) : []
  const first = <Key extends keyof ToolUse>(key: Key) => uses.find((use) => use[key] !== undefined)?.[key]
  return { id: first('id'), name: first('name'), arguments: first('arguments'), result: first('result') }
}

/** The raw requests of a call: also functions have arguments called `model` or `tools`, so only of kinds that ask a model. */
function requestsOf(call: CallSource, kind: Kind): JsonMap[] {
  if (kind !== 'agent' && !isRequest(kind)) return []
  return [...inputSides(call)].flatMap((side) => {
    const payload = 'payload' in side ? unwrap(side.payload) : undefined
    return payload instanceof Map ? [payload] : []
  })
}

function toolsOf({ span }: CallSource, requests: readonly JsonMap[]): readonly ToolDefinition[] {
  for (const { tools } of span ? CONVENTIONS : []) {
    const found = span && tools?.(span)
    if (found && found.length > 0) return found
  }
  return requests.map(toolsOfRequest).find(({ length }) => length > 0) ?? []
}

function settingsOf({ span }: CallSource, requests: readonly JsonMap[]): Settings {
  const told = span ? CONVENTIONS.map(({ settings }) => settings?.(span) ?? {}) : []
  return Object.assign({}, ...[...told, ...requests.map(settingsOfRequest)].reverse())
}

function documentsOf(
  call: CallSource,
  requests: readonly JsonMap[],
  output: readonly Message[],
): readonly Document[] {
  const told = call.span ? spanDocuments(call.span) : []
  if (told.length > 0) return told
  const read = output.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'document' ? [part] : [])),
  )
  if (read.length > 0) return read.map(({ type: _, ...document }) => document)
  return requests.flatMap((request) => readDocuments(request.get('documents')))
}

function spanDocuments(span: Span): readonly Document[] {
  for (const { documents } of CONVENTIONS) {
    const found = documents?.(span)
    if (found && found.length > 0) return found
  }
  return []
}
