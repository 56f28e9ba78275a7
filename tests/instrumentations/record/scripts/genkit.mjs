// Genkit with OpenAI, by its own telemetry.
//
// /// script
// dependencies = [
//   "genkit@1.42.0",
//   "@genkit-ai/compat-oai@1.42.0",
//   "@opentelemetry/exporter-trace-otlp-proto@0.52.1",
//   "@opentelemetry/sdk-trace-base@1.25.1",
// ]
// ///

import { openAI } from '@genkit-ai/compat-oai/openai'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { genkit, z } from 'genkit'
import { enableTelemetry } from 'genkit/tracing'
import { COFFEE, FAIL, getWeather, PICTURE, PIXEL, run, SYSTEM, TEA, WEATHER } from './scenario.mjs'

const processor = new BatchSpanProcessor(new OTLPTraceExporter())
await enableTelemetry({ spanProcessors: [processor] })

const ai = genkit({ plugins: [openAI()], model: openAI.model('gpt-4o-mini') })
const getWeatherTool = ai.defineTool(
  {
    name: 'get_weather',
    description: 'Current weather of a city.',
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.string(),
  },
  async (input) => getWeather(input),
)
const answer = ai.defineFlow('answer', async (question) => {
  const { text } = await ai.generate({ prompt: question, tools: [getWeatherTool] })
  return text
})

const scenarios = {
  chat: () =>
    ai.generate({ system: SYSTEM, prompt: TEA, config: { temperature: 0.2, maxOutputTokens: 500 } }),

  async stream() {
    const { stream, response } = ai.generateStream({ system: SYSTEM, prompt: TEA })
    for await (const _ of stream);
    await response
  },

  tool: () => answer(WEATHER),

  image: () =>
    ai.generate({
      prompt: [
        { text: PICTURE },
        { media: { url: `data:image/png;base64,${PIXEL}`, contentType: 'image/png' } },
      ],
    }),

  error: () => ai.generate({ prompt: FAIL }),

  async session() {
    const first = await ai.generate({ system: SYSTEM, prompt: TEA })
    await ai.generate({ messages: first.messages, prompt: COFFEE })
  },

  embedding: () => ai.embed({ embedder: openAI.embedder('text-embedding-3-small'), content: 'tea' }),
}

await run(scenarios, { flush: () => processor.forceFlush() })
