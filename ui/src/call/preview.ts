import type { CallRecord } from '@heddle/contract/calls'
import { formatPreview } from '../format/preview.ts'
import { answeredMessages, type ChatMessage, chatOf } from './chat.ts'

const CHARACTERS = 120

type Previewed = Pick<CallRecord, 'inputs' | 'output' | 'exception'>

/** A call on one line: why it failed, what a model said, or what went in and what came out. */
export function callPreview({ inputs, output, exception }: Previewed): string {
  if (exception) return formatPreview(faultOf(exception), CHARACTERS)
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

/** What went wrong: the last line of a stack says what, the ones before it where. */
export const faultOf = (exception: string): string => exception.trimEnd().split('\n').at(-1) ?? ''
