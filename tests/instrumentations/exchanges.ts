import { expect } from 'vitest'
import type { NotSent, Served } from './recordings.ts'
import type { CallMessages, Part } from './replay.ts'

/** Answered with a tool call first, and with text once the request has the tool's result. */
const WEATHER = 'What is the weather in Paris?'

/** APIs that return the reasoning of the model beside its answer. */
const APIS_WITH_REASONING = new Set(['openai.responses', 'anthropic.messages', 'gemini'])

/** The messages of a model call show what the provider was asked and answered. */
export function expectExchange(
  messages: CallMessages | undefined,
  { question, text, reasoning, toolCall, texts, api }: Served,
  mayExpect: (what: NotSent) => boolean,
): void {
  const input = messages?.input ?? []
  const output = partsOf(messages?.output)
  if (texts && mayExpect('question')) {
    const embedded = partsOf(input).map(({ content = '' }) => inOneLine(content))
    expect(embedded).toEqual(expect.arrayContaining(texts.map(inOneLine)))
  }
  if (question !== undefined && mayExpect('question')) {
    const asked = input.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts))
    expect(asked.at(-1) ?? '').toContain(question)
  }
  if (question === WEATHER && text !== undefined) {
    const results = partsOf(input).filter(({ type }) => type === 'tool_call_response')
    expect(JSON.stringify(results.at(-1)?.response)).toContain('18 °C and sunny in Paris')
  }
  if (text !== undefined) expect(textOf(output)).toContain(text)
  if (reasoning !== undefined && APIS_WITH_REASONING.has(api) && mayExpect('reasoning')) {
    expect(textOf(output)).toBe(text)
    expect(textOf(output, 'reasoning')).toBe(reasoning)
  }
  if (toolCall) expect(output.filter(({ type }) => type === 'tool_call')).toMatchObject([toolCall])
}

/** A tool's messages show its arguments and its result, which each library wraps in its own way. */
export function expectToolCall(messages: CallMessages | undefined): void {
  const [call] = partsOf(messages?.input)
  const [result] = partsOf(messages?.output)
  expect(call).toMatchObject({ type: 'tool_call', name: expect.stringContaining('get_weather') })
  expect(JSON.stringify(call?.arguments)).toContain('Paris')
  expect(result).toMatchObject({ type: 'tool_call_response' })
  expect(JSON.stringify(result?.response)).toContain('18 °C and sunny in Paris')
}

export function expectPicture(messages: CallMessages | undefined): void {
  expect(partsOf(messages?.input).filter(({ type }) => type === 'blob')).toMatchObject([
    { modality: 'image', mime_type: 'image/png', content: expect.stringMatching(/^iVBOR/) },
  ])
}

const partsOf = (messages: CallMessages['input'] = []): Part[] => messages.flatMap(({ parts }) => parts)

const textOf = (parts: readonly Part[], type = 'text'): string =>
  parts
    .filter((part) => part.type === type)
    .map(({ content }) => content)
    .join('\n')

/** Some clients replace the newlines of texts before they have them embedded. */
const inOneLine = (text: string): string => text.split(/\s+/).join(' ')
