import { isObject, valueAt } from '@heddle/contract/call/json'
import { prettyJson } from '../../json/pretty.ts'

/** Text of a prompt: its content, or its messages one after another. Undefined if it is not a prompt. */
export function promptText(valText: string): string | undefined {
  const val: unknown = JSON.parse(valText)
  const content = valueAt(val, 'content')
  if (typeof content === 'string') return content
  const messages = valueAt(val, 'messages')
  if (!Array.isArray(messages) || !messages.every(isObject)) return undefined
  return messages.map(({ role, content }) => `${String(role)}:\n${contentText(content)}`).join('\n\n')
}

const contentText = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content, null, 2)

/** Text to diff: prompts split into sentences, JSON for anything else. */
export function comparedText(valText: string, isPrompt: boolean): string {
  const prompt = isPrompt ? promptText(valText) : undefined
  return prompt === undefined ? prettyJson(valText) : sentences(prompt)
}

/** Prompts are often one long line; one sentence per line makes a readable diff. */
const sentences = (text: string): string => text.replace(/([.!?])[ \t]+(?=\S)/g, '$1\n')
