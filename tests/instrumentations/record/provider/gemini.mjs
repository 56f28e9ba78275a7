// Gemini's generateContent.

import { answerTo } from './answers.mjs'

export function generateContent(request, model) {
  const last = request.contents.at(-1)
  const user = request.contents.findLast(
    ({ role, parts }) => role !== 'model' && parts.some(({ text }) => text !== undefined),
  )
  const answer = answerTo({
    userText: user.parts.map(({ text }) => text ?? '').join('\n'),
    hasToolResult: last.parts.some(({ functionResponse }) => functionResponse !== undefined),
  })
  const served = { api: 'gemini', model, ...answer }
  if (answer.error) {
    const { status, message } = answer.error
    return { served, status, body: { error: { code: status, message, status: 'INVALID_ARGUMENT' } } }
  }
  const candidate = { index: 0, content: { role: 'model', parts: partsOf(answer) }, finishReason: 'STOP' }
  return {
    served,
    body: { candidates: [candidate], usageMetadata: usageOf(answer.usage), modelVersion: model },
  }
}

function partsOf({ text, reasoning, toolCall }) {
  const parts = []
  if (reasoning) parts.push({ text: reasoning, thought: true })
  if (toolCall) parts.push({ functionCall: { name: toolCall.name, args: toolCall.arguments } })
  if (text) parts.push({ text })
  return parts
}

/** Gemini counts thoughts beside the tokens of the answer, not among them. */
function usageOf({ input, cacheRead, output, reasoning }) {
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + output,
  }
}
