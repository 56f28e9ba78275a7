import type { CallRecord } from '@heddle/contract/calls'
import { formatPreview } from '../format/preview.ts'
import { answeredMessages, type ChatMessage, chatOf } from './chat.ts'

const CHARACTERS = 120

/** A call on one line: what a model said, or what went in and what came out. */
export function callPreview({ inputs, output }: Pick<CallRecord, 'inputs' | 'output'>): string {
  if (chatOf(inputs, undefined)) return answeredMessages(output).map(messageText).join(' ')
  const given = formatPreview(inputs, CHARACTERS)
  const got = formatPreview(output, CHARACTERS)
  return got === '' ? given : `${given} → ${got}`
}

const messageText = ({ text, toolUses }: ChatMessage): string =>
  formatPreview(
    [text, ...toolUses.map(({ name, args }) => `${name}(${args})`)].filter(Boolean).join(' '),
    CHARACTERS,
  )
