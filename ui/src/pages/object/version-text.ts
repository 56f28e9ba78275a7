import { isObject, valueAt } from '../../call/json.ts'
import { prettyJson } from '../../json/pretty.ts'

/** What a prompt says: its content, or its messages one below the other. Undefined for what is no prompt. */
export function promptText(valText: string): string | undefined {
  const val: unknown = JSON.parse(valText)
  const content = valueAt(val, 'content')
  if (typeof content === 'string') return content
  const messages = valueAt(val, 'messages')
  if (!Array.isArray(messages) || !messages.every(isObject)) return undefined
  return messages.map(({ role, content: said }) => `${String(role)}:\n${saidText(said)}`).join('\n\n')
}

const saidText = (said: unknown): string => (typeof said === 'string' ? said : JSON.stringify(said, null, 2))

/** The text two versions are compared by: a prompt by sentences, anything else as its JSON. */
export function comparedText(valText: string, isPrompt: boolean): string {
  const prompt = isPrompt ? promptText(valText) : undefined
  return prompt === undefined ? prettyJson(valText) : sentences(prompt)
}

/** A prompt is often one long line; a sentence a line shows what changed in it. */
const sentences = (text: string): string => text.replace(/([.!?])[ \t]+(?=\S)/g, '$1\n')
