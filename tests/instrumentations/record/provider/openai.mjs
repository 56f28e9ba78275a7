// OpenAI's chat completions, responses and embeddings.

import { answerTo, embed } from './answers.mjs'

const CREATED = 1_750_000_000

export function chatCompletion(request, id) {
  const last = request.messages.at(-1)
  const answer = answerTo({
    userText: textOf(request.messages.findLast(({ role }) => role === 'user')?.content),
    hasToolResult: last?.role === 'tool',
  })
  const model = datedModel(request.model)
  const served = { api: 'openai.chat', model, ...answer }
  if (answer.error) return { served, ...refusal(answer.error) }
  const common = { id: `chatcmpl-${id}`, created: CREATED, model, system_fingerprint: 'fp_fake' }
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.toolCall && { tool_calls: [chatToolCall(answer.toolCall, id)] }),
  }
  const finish_reason = answer.toolCall ? 'tool_calls' : 'stop'
  const usage = chatUsage(answer.usage)
  if (request.stream) return { served, events: chatEvents(common, message, finish_reason, usage, request) }
  const choice = {
    index: 0,
    message: { refusal: null, annotations: [], ...message },
    logprobs: null,
    finish_reason,
  }
  return { served, body: { ...common, object: 'chat.completion', choices: [choice], usage } }
}

export function response(request, id) {
  const items = typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : request.input
  const answer = answerTo({
    userText: textOf(items.findLast(({ role }) => role === 'user')?.content),
    hasToolResult: items.at(-1)?.type === 'function_call_output',
  })
  const model = datedModel(request.model)
  const served = { api: 'openai.responses', model, ...answer }
  if (answer.error) return { served, ...refusal(answer.error) }
  const body = {
    id: `resp_${id}`,
    object: 'response',
    created_at: CREATED,
    status: 'completed',
    model,
    output: responseItems(answer, id),
    usage: responseUsage(answer.usage),
    instructions: request.instructions ?? null,
    tools: request.tools ?? [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    error: null,
    incomplete_details: null,
    metadata: {},
  }
  return request.stream ? { served, events: responseEvents(body) } : { served, body }
}

export function embeddings(request, id) {
  const texts = [request.input].flat()
  const { vectors, usage } = embed(texts)
  const encode = request.encoding_format === 'base64' ? base64Floats : (vector) => vector
  return {
    served: { api: 'openai.embeddings', model: request.model, texts, usage, id },
    body: {
      object: 'list',
      model: request.model,
      data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
      usage: { prompt_tokens: usage.input, total_tokens: usage.input },
    },
  }
}

/** OpenAI answers with the dated name of the model that was asked for. */
function datedModel(model) {
  return model === 'gpt-4o-mini' ? 'gpt-4o-mini-2024-07-18' : model
}

function refusal({ status, type, message }) {
  return { status, body: { error: { message, type, param: 'messages', code: 'context_length_exceeded' } } }
}

function textOf(content) {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text }) => text ?? '').join('\n')
}

function chatToolCall({ name, arguments: args }, id) {
  return { id: `call_${id}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }
}

function chatUsage({ input, cacheRead, output, reasoning }) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

function chatEvents(common, message, finish_reason, usage, request) {
  const chunk = (delta, end = null) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: end }],
  })
  const deltas = message.content
    ? halves(message.content).map((content) => ({ content }))
    : [{ tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })) }]
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish_reason),
  ]
  if (request.stream_options?.include_usage) {
    chunks.push({ ...common, object: 'chat.completion.chunk', choices: [], usage })
  }
  return [...chunks.map((data) => ({ data })), { data: '[DONE]' }]
}

function responseItems({ text, reasoning, toolCall }, id) {
  const items = []
  if (reasoning) {
    items.push({ id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }] })
  }
  if (toolCall) {
    const { name, arguments: args } = toolCall
    const call = { call_id: `call_${id}`, name, arguments: JSON.stringify(args), status: 'completed' }
    items.push({ id: `fc_${id}`, type: 'function_call', ...call })
  }
  if (text) {
    const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
    items.push({ id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content })
  }
  return items
}

function responseUsage({ input, cacheRead, output, reasoning }) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}

function responseEvents(response) {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const events = [{ type: 'response.created', response: begun }]
  response.output.forEach((item, output_index) => {
    events.push({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, content: [], summary: [] },
    })
    events.push(...itemEvents(item, output_index))
    events.push({ type: 'response.output_item.done', output_index, item })
  })
  events.push({ type: 'response.completed', response })
  return events.map((event, sequence_number) => ({
    event: event.type,
    data: { ...event, sequence_number },
  }))
}

function itemEvents(item, output_index) {
  const at = { item_id: item.id, output_index }
  if (item.type === 'reasoning') {
    const [part] = item.summary
    const place = { ...at, summary_index: 0 }
    return [
      { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: part.text },
      { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
    ]
  }
  if (item.type === 'function_call') {
    const { arguments: args, name } = item
    return [
      { type: 'response.function_call_arguments.delta', ...at, delta: args },
      { type: 'response.function_call_arguments.done', ...at, arguments: args, name },
    ]
  }
  const [part] = item.content
  const place = { ...at, content_index: 0 }
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...halves(part.text).map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ]
}

function halves(text) {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

function base64Floats(vector) {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}
