// Vercel AI SDK 7 with OpenAI. It asks for Node 22, and runs on 20 all the same.
//
// /// script
// dependencies = [
//   "ai@7.0.169",
//   "@ai-sdk/openai@4.0.114",
//   "@ai-sdk/otel@1.0.166",
//   "@opentelemetry/sdk-trace-node@2.12.0",
//   "@opentelemetry/exporter-trace-otlp-proto@0.223.0",
//   "zod@4.1.12",
// ]
// ///

import { setTimeout } from 'node:timers/promises'
import { openai } from '@ai-sdk/openai'
import { OpenTelemetry } from '@ai-sdk/otel'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { embed, generateText, registerTelemetry, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { COFFEE, FAIL, getWeather, PICTURE, PIXEL, run, SYSTEM, TEA, WEATHER } from './scenario.mjs'

const processor = new BatchSpanProcessor(new OTLPTraceExporter())
new NodeTracerProvider({ spanProcessors: [processor] }).register()
registerTelemetry(new OpenTelemetry({ runtimeContext: true }))

const model = openai.chat('gpt-4o-mini')
const telemetry = { functionId: 'shop' }
const common = { model, telemetry, maxRetries: 0 }

const scenarios = {
  chat: () => generateText({ ...common, system: SYSTEM, prompt: TEA, temperature: 0.2 }),

  async stream() {
    await streamText({ ...common, system: SYSTEM, prompt: TEA }).text
    // The outer span ends a little after the text.
    await setTimeout(100)
  },

  async tool() {
    const get_weather = tool({
      description: 'Current weather of a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async (input) => getWeather(input),
    })
    await generateText({ ...common, prompt: WEATHER, tools: { get_weather }, stopWhen: stepCountIs(5) })
  },

  async image() {
    const content = [
      { type: 'text', text: PICTURE },
      { type: 'image', image: Buffer.from(PIXEL, 'base64'), mediaType: 'image/png' },
    ]
    await generateText({ ...common, messages: [{ role: 'user', content }] })
  },

  error: () => generateText({ ...common, prompt: FAIL }),

  async session() {
    const runtimeContext = { sessionId: 'session-42', userId: 'user-7', tags: ['shop', 'beta'], plan: 'pro' }
    const includeRuntimeContext = { sessionId: true, userId: true, tags: true, plan: true }
    const options = {
      ...common,
      runtimeContext,
      telemetry: { ...telemetry, includeRuntimeContext },
      system: SYSTEM,
    }
    const { text } = await generateText({ ...options, prompt: TEA })
    await generateText({
      ...options,
      messages: [
        { role: 'user', content: TEA },
        { role: 'assistant', content: text },
        { role: 'user', content: COFFEE },
      ],
    })
  },

  responses: () => generateText({ ...common, model: openai('gpt-4o-mini'), system: SYSTEM, prompt: TEA }),

  embedding: () => embed({ model: openai.embedding('text-embedding-3-small'), value: 'tea', telemetry }),
}

await run(scenarios, { flush: () => processor.forceFlush() })
