import type { Step } from './call-record.ts'
import type { Random } from './random.ts'

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: 'function'
    readonly function: object
  }[]
}

const SPEED_MS: Readonly<Record<string, number>> = {
  'gpt-4o': 1400,
  'gpt-4o-mini': 600,
  'claude-sonnet-4-20250514': 1900,
  'gemini-2.5-pro': 2200,
}

/** One request to a model, in the format in which chat APIs are traced. */
export function modelCall(
  model: string,
  messages: readonly Message[],
  answer: Message,
  random: Random,
): Step {
  const prompt_tokens = Math.round(messages.reduce((sum, { content }) => sum + content.length, 0) / 3.8) + 40
  const completion_tokens = Math.round(answer.content.length / 3.8) + random.whole(4, 40)
  const total_tokens = prompt_tokens + completion_tokens
  return {
    op: 'openai.chat.completions.create',
    inputs: { model, messages, temperature: random.pick([0, 0.2, 0.7]), max_tokens: 1024 },
    ownMs: random.skewed(SPEED_MS[model] ?? 1000),
    output: {
      id: `chatcmpl-${random.hex(16)}`,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, finish_reason: answer.tool_calls ? 'tool_calls' : 'stop', message: answer }],
      usage: { prompt_tokens, completion_tokens, total_tokens },
    },
    usage: { [model]: { requests: 1, prompt_tokens, completion_tokens, total_tokens } },
  }
}
