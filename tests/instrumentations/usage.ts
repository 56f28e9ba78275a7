import type { Scenario } from './recordings.ts'

export function sum<Key extends string>(
  items: readonly Readonly<Record<Key, number | null>>[],
  key: Key,
): number {
  return items.reduce((result, item) => result + (item[key] ?? 0), 0)
}

type Counter = 'input' | 'output' | 'cacheRead' | 'cacheWrite'

/** Usage reported by the provider. OpenAI and Gemini do not report cache writes. */
export function tokensServed({ served }: Pick<Scenario, 'served'>, counter: Counter): number {
  return served.reduce((result, { api, usage }) => {
    if (counter === 'cacheWrite' && api !== 'anthropic.messages') return result
    return result + (usage?.[counter] ?? 0)
  }, 0)
}

/** US dollars per million tokens: input, output, cache read, cache write. */
const PRICES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'gpt-4o-mini-2024-07-18': [0.15, 0.6, 0.075, 0],
  'claude-sonnet-4-5-20250929': [3, 15, 0.3, 3.75],
  'gemini-2.5-flash': [0.3, 2.5, 0.03, 0],
  'text-embedding-3-small': [0.02, 0, 0, 0],
}

/** Cost of the requests, in US dollars. */
export function costServed(scenario: Scenario): number {
  const costs = scenario.served.map((request) => {
    const [input, output, read, write] = PRICES[request.model] ?? [0, 0, 0, 0]
    const one = { served: [request] }
    const cached = tokensServed(one, 'cacheRead')
    const written = tokensServed(one, 'cacheWrite')
    const uncached = tokensServed(one, 'input') - cached - written
    return uncached * input + tokensServed(one, 'output') * output + cached * read + written * write
  })
  return costs.reduce((result, cost) => result + cost, 0) / 1e6
}
