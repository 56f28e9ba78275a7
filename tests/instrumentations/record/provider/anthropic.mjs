// Anthropic's messages.

import { answerTo } from './answers.mjs'

export function message(request, id) {
  const last = blocksOf(request.messages.at(-1))
  const user = request.messages.findLast((each) => blocksOf(each).some(({ type }) => type === 'text'))
  const answer = answerTo({
    userText: blocksOf(user)
      .map(({ text }) => text ?? '')
      .join('\n'),
    hasToolResult: last.some(({ type }) => type === 'tool_result'),
  })
  const served = { api: 'anthropic.messages', model: request.model, ...answer }
  if (answer.error) {
    const { status, type, message } = answer.error
    return { served, status, body: { type: 'error', error: { type, message }, request_id: `req_${id}` } }
  }
  const body = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: contentBlocks(answer, id),
    stop_reason: answer.toolCall ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: usageOf(answer.usage),
  }
  return request.stream ? { served, events: streamEvents(body) } : { served, body }
}

function blocksOf({ content } = {}) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
}

function contentBlocks({ text, reasoning, toolCall }, id) {
  const blocks = []
  if (reasoning) blocks.push({ type: 'thinking', thinking: reasoning, signature: 'c2lnbmVk' })
  if (text) blocks.push({ type: 'text', text })
  if (toolCall) {
    blocks.push({ type: 'tool_use', id: `toolu_${id}`, name: toolCall.name, input: toolCall.arguments })
  }
  return blocks
}

/** Unlike the others, Anthropic leaves cached tokens out of `input_tokens`. */
function usageOf({ input, cacheRead, cacheWrite, output }) {
  return {
    input_tokens: input - cacheRead - cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
    output_tokens: output,
    service_tier: 'standard',
  }
}

function streamEvents({ content, stop_reason, stop_sequence, usage, ...message }) {
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence,
    usage: { ...usage, output_tokens: 1 },
  }
  const events = [{ type: 'message_start', message: begun }]
  content.forEach((block, index) => {
    const { start, delta } = blockEvents(block)
    events.push({ type: 'content_block_start', index, content_block: start })
    events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
  })
  const { output_tokens } = usage
  events.push({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens } })
  events.push({ type: 'message_stop' })
  return events.map((data) => ({ event: data.type, data }))
}

function blockEvents(block) {
  if (block.type === 'text') {
    return { start: { ...block, text: '' }, delta: { type: 'text_delta', text: block.text } }
  }
  if (block.type === 'thinking') {
    const { thinking } = block
    return { start: { ...block, thinking: '' }, delta: { type: 'thinking_delta', thinking } }
  }
  const partial_json = JSON.stringify(block.input)
  return { start: { ...block, input: {} }, delta: { type: 'input_json_delta', partial_json } }
}
