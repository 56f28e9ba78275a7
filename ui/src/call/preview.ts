import type { CallRecord } from '@heddle/contract/calls'
import { formatPreview } from '../format/preview.ts'
import { type ChatMessage, chatOf, responseMessages } from './chat.ts'

const CHARACTERS = 120

type Previewed = Pick<CallRecord, 'inputs' | 'output' | 'exception'>

/** A call on one line: its error, the model's response, or its inputs and output. */
export function callPreview({ inputs, output, exception }: Previewed): string {
  if (exception) return formatPreview(exceptionMessage(exception), CHARACTERS)
  if (chatOf(inputs, undefined)) return responseMessages(output).map(messageText).join(' ')
  const prompt = formatPreview(inputs, CHARACTERS)
  const got = formatPreview(output, CHARACTERS)
  return got === '' ? prompt : `${prompt} → ${got}`
}

const messageText = ({ text, toolUses }: ChatMessage): string =>
  formatPreview(
    [text, ...toolUses.map(({ name, args }) => `${name}(${args})`)].filter(Boolean).join(' '),
    CHARACTERS,
  )

/** The message of an exception: the last line of its stack trace. */
export const exceptionMessage = (exception: string): string => exception.trimEnd().split('\n').at(-1) ?? ''
