// Weave SDK for Node with the OpenAI client.
//
// /// script
// dependencies = [
//   "weave@0.11.1",
//   "openai@7.53.0",
//   "@anthropic-ai/sdk@1.8.0",
// ]
// ///

import OpenAI from 'openai'
import * as weave from 'weave'
import {
  COFFEE,
  FAIL,
  getWeather,
  PICTURE,
  PIXEL,
  runWithWeave,
  SYSTEM,
  TEA,
  WEATHER,
  WEATHER_TOOL,
} from './scenario.mjs'

const model = 'gpt-4o-mini'
const client = weave.wrapOpenAI(new OpenAI())

async function ask(question, history = [], options = {}) {
  const messages = [{ role: 'system', content: SYSTEM }, ...history, { role: 'user', content: question }]
  const answer = await client.chat.completions.create({ model, messages, ...options })
  return options.stream ? answer : answer.choices[0].message.content
}

async function readAll(stream) {
  for await (const _ of stream) {
  }
}

const scenarios = {
  chat: () => ask(TEA, [], { temperature: 0.2, max_tokens: 500 }),

  stream: async () => readAll(await ask(TEA, [], { stream: true, stream_options: { include_usage: true } })),

  async tool() {
    const weather = weave.op(async (args) => getWeather(args), { name: 'get_weather' })
    const answer = weave.op(
      async (question) => {
        const messages = [{ role: 'user', content: question }]
        const tools = [WEATHER_TOOL]
        const first = await client.chat.completions.create({ model, messages, tools })
        const { message } = first.choices[0]
        const [call] = message.tool_calls
        const content = await weather(JSON.parse(call.function.arguments))
        messages.push(message, { role: 'tool', tool_call_id: call.id, content })
        const second = await client.chat.completions.create({ model, messages, tools })
        return second.choices[0].message.content
      },
      { name: 'answer' },
    )
    await answer(WEATHER)
  },

  async image() {
    const url = `data:image/png;base64,${PIXEL}`
    const content = [
      { type: 'text', text: PICTURE },
      { type: 'image_url', image_url: { url } },
    ]
    await client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
  },

  async error() {
    await weave.op((question) => ask(question), { name: 'answer' })(FAIL)
  },

  async session() {
    const answer = weave.op((question, history) => ask(question, history), { name: 'answer' })
    const labels = { user_id: 'user-7', session_id: 'session-42', tags: ['shop', 'beta'] }
    await weave.withAttributes(labels, async () => {
      const tea = await answer(TEA, [])
      await answer(COFFEE, [
        { role: 'user', content: TEA },
        { role: 'assistant', content: tea },
      ])
    })
  },

  responses: () => client.responses.create({ model, instructions: SYSTEM, input: TEA, user: 'user-7' }),

  responses_stream: async () =>
    readAll(await client.responses.create({ model, instructions: SYSTEM, input: TEA, stream: true })),
}

await runWithWeave(weave, scenarios)
process.exit()
