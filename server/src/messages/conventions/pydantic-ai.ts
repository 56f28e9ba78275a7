import { answerStart, withSystem } from '../normalise.ts'
import { readMessages } from '../read-payload.ts'
import type { Span } from '../span.ts'
import { type Convention, payloadSide } from './convention.ts'
import { systemIn } from './gen-ai.ts'

/** Pydantic AI: its model spans are plain GenAI, its agent spans have all messages of the run in one list. */
export const pydanticAi: Convention = {
  input: (span) => {
    const messages = allMessages(span)
    const asked = messages.slice(0, answerStart(messages))
    return asked.length > 0 ? { messages: withSystem(systemIn(span), asked) } : undefined
  },
  output: (span) => {
    const messages = allMessages(span)
    const answer = messages.slice(answerStart(messages))
    return answer.length > 0 ? { messages: answer } : payloadSide(span.value('final_result'))
  },
  tool: (span) => ({ arguments: span.value('tool_arguments'), result: span.value('tool_response') }),
}

const allMessages = (span: Span) => readMessages(span.value('pydantic_ai.all_messages'), 'user')
