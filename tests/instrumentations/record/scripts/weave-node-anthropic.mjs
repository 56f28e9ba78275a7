// Weave SDK for Node with the Anthropic client, which it patches as it is loaded.
//
// /// script
// dependencies = [
//   "weave@0.11.1",
//   "openai@7.53.0",
//   "@anthropic-ai/sdk@1.8.0",
// ]
// ///

import { createRequire } from 'node:module'
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

const require = createRequire(import.meta.url)
const weave = require('weave')
const Anthropic = require('@anthropic-ai/sdk')

const client = new Anthropic()

function ask(content, history = [], options = {}) {
  return client.messages.create({
    model: 'claude-sonnet-4-5-20250929',
    max_tokens: 2000,
    system: SYSTEM,
    messages: [...history, { role: 'user', content }],
    ...options,
  })
}

const textOf = ({ content }) => content.find(({ type }) => type === 'text').text

const scenarios = {
  chat: () => ask(TEA, [], { thinking: { type: 'enabled', budget_tokens: 1024 } }),

  async stream() {
    for await (const _ of await ask(TEA, [], { stream: true })) {
    }
  },

  async tool() {
    const { name, description, parameters } = WEATHER_TOOL.function
    const tools = [{ name, description, input_schema: parameters }]
    const answer = weave.op(
      async (question) => {
        const { content } = await ask(question, [], { tools })
        const call = content.find(({ type }) => type === 'tool_use')
        const result = { type: 'tool_result', tool_use_id: call.id, content: getWeather(call.input) }
        const history = [
          { role: 'user', content: question },
          { role: 'assistant', content },
        ]
        return textOf(await ask([result], history, { tools }))
      },
      { name: 'answer' },
    )
    await answer(WEATHER)
  },

  image: () =>
    ask([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
      { type: 'text', text: PICTURE },
    ]),

  error: () => ask(FAIL),

  async session() {
    const metadata = { user_id: 'user-7' }
    const answer = weave.op(async (question, history) => textOf(await ask(question, history, { metadata })), {
      name: 'answer',
    })
    const tea = await answer(TEA, [])
    await answer(COFFEE, [
      { role: 'user', content: TEA },
      { role: 'assistant', content: tea },
    ])
  },
}

await runWithWeave(weave, scenarios)
process.exit()
