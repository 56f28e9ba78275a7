import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notYet, type Promised } from './not-yet.ts'
import {
  type ExpectedScenario,
  LIBRARIES,
  type NotSent,
  readExpected,
  readRecording,
  type Scenario,
  type Served,
} from './recordings.ts'
import {
  type CallMessages,
  type Part,
  type ReplayServer,
  type Stored,
  type StoredCall,
  startReplayServer,
} from './replay.ts'

let server: ReplayServer

beforeAll(async () => {
  server = await startReplayServer()
})
afterAll(() => server.stop())

describe.each(LIBRARIES)('%s', (library) => {
  const recording = readRecording(library)
  const expectations = readExpected(library)

  test('every recorded scenario has its expectations', () => {
    expect(Object.keys(expectations)).toEqual(recording.scenarios.map(({ name }) => name))
  })

  const byName = recording.scenarios.map((scenario) => [scenario.name, scenario] as const)
  describe.each(byName)('%s', (_, scenario) => {
    const expected = expectations[scenario.name] ?? { tree: [] }
    const lines = expected.tree.map(readLine)
    let replies: Awaited<ReturnType<ReplayServer['replay']>>
    let stored: Stored

    beforeAll(async () => {
      replies = await server.replay(recording, scenario)
      stored = await server.stored(recording, scenario)
    })

    const promise = (promised: Promised, sentence: string, holds: () => Promise<void> | void) => {
      const reason = notYet(promised, library, scenario.name)
      test.skipIf(reason !== undefined)(reason ? `${sentence} (${reason})` : sentence, holds)
    }
    const mayExpect = (what: NotSent) => expected.notSent?.[what] === undefined
    /** The line and the messages of each call. */
    const read = async () => {
      const messages = await server.messages(
        recording,
        scenario,
        stored.calls.map(({ id }) => id),
      )
      const byId = new Map(messages.map((each) => [each.id, each]))
      return lines.map((line, at) => ({ line, messages: byId.get(stored.calls[at]?.id ?? '') }))
    }

    promise('accepted', 'is accepted as the library sends it', () => {
      expect(replies.map(({ path, status }) => `${path} ${status}`)).toEqual(
        scenario.requests.map(({ path }) => `${path} 200`),
      )
      expect(replies.filter(({ body }) => JSON.stringify(body ?? {}).includes('rejected'))).toEqual([])
    })

    promise('shape', 'keeps every call below its parent', () => {
      expect(stored.calls.map(({ depth }) => depth)).toEqual(lines.map(({ depth }) => depth))
    })

    promise('shape', 'keeps every agent span', () => {
      const names = (expected.agentSpans ?? []).map((line) => readLine(line).name)
      expect(stored.agentSpans.map(({ span_name }) => span_name).toSorted()).toEqual(names.toSorted())
    })

    promise('names', 'shows calls under the names they were sent with', () => {
      expect(stored.calls.map(nameOf)).toEqual(lines.map(({ name }) => name))
    })

    promise('kinds', 'knows the kind of each call', async () => {
      const calls = await read()

      const known = calls.filter(({ line }) => line.kind !== '*')
      expect(known.map(({ messages }) => messages?.kind)).toEqual(known.map(({ line }) => line.kind))
    })

    if (lines.some(({ request }) => request)) {
      promise('messages', 'shows what was asked and what was answered', async () => {
        for (const { line, messages } of await read()) {
          const served = scenario.served[(line.request ?? 0) - 1]
          if (served) expectExchange(messages, served, mayExpect)
        }
      })
    }

    if (lines.some(({ kind }) => kind === 'tool')) {
      promise('tools', 'shows what tools were called with and what they returned', async () => {
        for (const { line, messages } of await read()) if (line.kind === 'tool') expectWeather(messages)
      })
    }

    if (scenario.name === 'image' && mayExpect('picture')) {
      promise('pictures', 'shows the picture', async () => {
        const [llm] = (await read()).filter(({ line }) => line.request)

        expect(partsOf(llm?.messages?.input).filter(({ type }) => type === 'blob')).toMatchObject([
          { modality: 'image', mime_type: 'image/png', content: expect.stringMatching(/^iVBOR/) },
        ])
      })
    }

    if (expected.documents) {
      promise('documents', 'shows the documents that were found', async () => {
        const outermost = (await read()).find(({ line }) => line.kind === 'retriever')

        const contents = outermost?.messages?.documents.map(({ content }) => content)
        expect(contents?.toSorted()).toEqual(expected.documents?.toSorted())
      })
    }

    promise('sessions', 'is in the session that the program named, turn by turn', () => {
      const { session, turns } = expected
      const threads = session === undefined ? [] : [{ thread_id: threadNamed(session), turn_count: turns }]
      expect(stored.threads).toMatchObject(threads)
      expect(stored.threads).toHaveLength(threads.length)
    })

    promise('users', 'knows the end user, and takes nobody else for one', () => {
      const users = stored.calls.map(({ summary }) => summary.weave.end_user)
      expect(new Set(users.filter((user) => user !== undefined && user !== null))).toEqual(
        new Set(expected.user === undefined ? [] : [expected.user]),
      )
    })

    if (expected.tags || expected.metadata) {
      promise('labels', 'has the tags and the metadata of the program', () => {
        expect(stored.calls.filter(({ depth }) => depth === 0)).toMatchObject(
          rootsOf(lines).map(() => ({ attributes: labelsOf(expected) })),
        )
      })
    }

    if (mayExpect('tokens') && lines.length > 0) {
      promise('tokens', 'counts every token once', () => {
        expect(sum(stored.usage, 'sum_input_tokens')).toBe(total(scenario, 'input'))
        expect(sum(stored.usage, 'sum_output_tokens')).toBe(total(scenario, 'output'))
      })
    }

    if (mayExpect('tokens') && mayExpect('cached') && lines.length > 0) {
      promise('cached tokens', 'counts cached tokens, and prices them as such', () => {
        expect(sum(stored.usage, 'sum_cache_read_input_tokens')).toBe(total(scenario, 'cacheRead'))
        expect(sum(stored.usage, 'sum_cache_creation_input_tokens')).toBe(total(scenario, 'cacheWrite'))
        expect(sum(stored.usage, 'sum_total_cost')).toBeCloseTo(costServed(scenario), 12)
      })
    }

    if (lines.length > 0) {
      promise('failures', 'is red, from the failed request up to the root, if something failed', () => {
        const isFailure = scenario.name === 'error'
        const roots = stored.calls.filter(({ depth }) => depth === 0)
        const failed = roots.filter(({ summary }) => summary.weave.status.includes('error'))
        expect(roots).toHaveLength(rootsOf(lines).length)
        expect(failed).toHaveLength(isFailure ? roots.length : 0)
      })
    }

    if (scenario.name === 'error' && lines.length > 0) {
      promise('errors', 'says what the provider said', () => {
        const message = scenario.served.at(-1)?.error?.message ?? ''
        const failed = stored.calls.filter((_, at) => lines[at]?.request)
        const requests = lines.filter(({ request }) => request)
        expect(failed.map(({ exception }) => exception)).toEqual(
          requests.map(() => expect.stringContaining(message)),
        )
      })
    }
  })
})

interface Line {
  readonly depth: number
  readonly kind: string
  readonly name: string
  /** Which of the served requests it reports, from 1. */
  readonly request: number | undefined
}

/** Reads `  llm chat gpt-4o #2`. */
function readLine(text: string): Line {
  const [, indent = '', kind = '', name = '', request] = /^( *)(\S+) (.+?)(?: #(\d+))?$/.exec(text) ?? []
  return {
    depth: indent.length / 2,
    kind,
    name,
    request: request === undefined ? undefined : Number(request),
  }
}

const rootsOf = (lines: readonly Line[]): Line[] => lines.filter(({ depth }) => depth === 0)

const nameOf = (call: StoredCall): string =>
  call.display_name ?? /\/op\/(.+):/.exec(call.op_name)?.[1] ?? call.op_name

const threadNamed = (session: string) => (session === '*' ? expect.any(String) : session)

function labelsOf({ tags, metadata }: ExpectedScenario) {
  return { ...(tags && { tags }), ...(metadata && { metadata: expect.objectContaining(metadata) }) }
}

const partsOf = (messages: CallMessages['input'] = []): Part[] => messages.flatMap(({ parts }) => parts)

const textOf = (parts: readonly Part[], type = 'text'): string =>
  parts
    .filter((part) => part.type === type)
    .map(({ content }) => content)
    .join('\n')

/** Clients of embeddings put newlines away. */
const inOneLine = (text: string): string => text.split(/\s+/).join(' ')

/** APIs that tell how the model came to its answer. */
const TELLS_REASONING = new Set(['openai.responses', 'anthropic.messages', 'gemini'])

function expectExchange(
  messages: CallMessages | undefined,
  served: Served,
  mayExpect: (what: NotSent) => boolean,
) {
  const { question, text, reasoning, toolCall, texts, api } = served
  const input = messages?.input ?? []
  const output = partsOf(messages?.output)
  if (texts) {
    if (!mayExpect('question')) return
    const embedded = partsOf(input).map(({ content = '' }) => inOneLine(content))
    expect(embedded).toEqual(expect.arrayContaining(texts.map(inOneLine)))
    return
  }
  if (mayExpect('question')) {
    const asked = input.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts))
    expect(asked.at(-1) ?? '').toContain(question)
  }
  if (text !== undefined) expect(textOf(output)).toContain(text)
  if (reasoning !== undefined && TELLS_REASONING.has(api) && mayExpect('reasoning')) {
    expect(textOf(output)).toBe(text)
    expect(textOf(output, 'reasoning')).toBe(reasoning)
  }
  if (toolCall && mayExpect('toolCall')) {
    expect(output.filter(({ type }) => type === 'tool_call')).toMatchObject([toolCall])
  }
}

/** Libraries wrap arguments and results in ways of their own. */
function expectWeather(messages: CallMessages | undefined) {
  const [call] = partsOf(messages?.input)
  expect(call).toMatchObject({ type: 'tool_call', name: expect.stringContaining('get_weather') })
  expect(JSON.stringify(call?.arguments)).toContain('Paris')
  const [result] = partsOf(messages?.output)
  expect(result).toMatchObject({ type: 'tool_call_response' })
  expect(JSON.stringify(result?.response)).toContain('18 °C and sunny in Paris')
}

function sum<Key extends string>(items: readonly Readonly<Record<Key, number | null>>[], key: Key): number {
  return items.reduce((result, item) => result + (item[key] ?? 0), 0)
}

/** OpenAI and Gemini do not report what they wrote to their cache. */
function total({ served }: Scenario, counter: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number {
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

function costServed(scenario: Scenario): number {
  const costs = scenario.served.map((served) => {
    const [input, output, read, write] = PRICES[served.model] ?? [0, 0, 0, 0]
    const one = { ...scenario, served: [served] }
    const cached = total(one, 'cacheRead')
    const written = total(one, 'cacheWrite')
    const uncached = total(one, 'input') - cached - written
    return uncached * input + total(one, 'output') * output + cached * read + written * write
  })
  return costs.reduce((result, cost) => result + cost, 0) / 1e6
}
