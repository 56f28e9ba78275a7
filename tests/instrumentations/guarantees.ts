import { expect } from 'vitest'
import { expectExchange, expectPicture, expectToolCall } from './exchanges.ts'
import type { Guarantee } from './not-yet.ts'
import { type ExpectedScenario, type Line, type NotSent, readLine, type Scenario } from './recordings.ts'
import type { AgentSpan, CallMessages, Reply, Stored, StoredCall } from './replay.ts'
import { costServed, sum, tokensServed } from './usage.ts'

/** A scenario and its expectations. */
interface Planned {
  readonly scenario: Scenario
  readonly expected: ExpectedScenario
  /** The expected tree, a line for each call. */
  readonly lines: readonly Line[]
  readonly mayExpect: (what: NotSent) => boolean
}

/** A scenario and its results. */
export interface Replayed extends Planned {
  readonly replies: readonly Reply[]
  readonly stored: Stored
  /** Of each stored call, in the same order. */
  readonly readMessages: () => Promise<readonly (CallMessages | undefined)[]>
}

interface CheckedGuarantee {
  readonly guarantee: Guarantee
  readonly sentence: string
  /** Which scenarios it is about; all of them by default. */
  readonly concerns?: (planned: Planned) => boolean
  readonly holds: (replayed: Replayed) => Promise<void> | void
}

const REJECTED = /rejected(Spans|LogRecords|DataPoints)/

const OPERATION_KINDS: Readonly<Record<string, string>> = {
  chat: 'llm',
  invoke_agent: 'agent',
  execute_tool: 'tool',
}

const agentLine = ({ depth, operation_name, span_name }: AgentSpan) => [
  depth,
  OPERATION_KINDS[operation_name] ?? 'call',
  span_name,
]

const hasCalls = ({ lines }: Planned): boolean => lines.length > 0

export const GUARANTEES: readonly CheckedGuarantee[] = [
  {
    guarantee: 'accepted',
    sentence: 'is accepted as the library sends it',
    holds({ scenario, expected, replies }) {
      expect(replies.map(({ path, status }) => `${path} ${status}`)).toEqual(
        scenario.requests.map(({ path }) => `${path} 200`),
      )
      const rejected = replies.filter(({ body }) => REJECTED.test(JSON.stringify(body ?? {})))
      const repeating = replies.filter(({ path }) => expected.logsRepeatSpans && path.endsWith('/v1/logs'))
      expect(rejected).toEqual(repeating)
    },
  },
  {
    guarantee: 'structure',
    sentence: 'keeps every call below its parent',
    holds({ lines, stored }) {
      expect(stored.calls.map(({ depth }) => depth)).toEqual(lines.map(({ depth }) => depth))
    },
  },
  {
    guarantee: 'agent spans',
    sentence: 'keeps every agent span below its parent, with its operation and tokens',
    holds({ scenario, expected, stored }) {
      const lines = (expected.agentSpans ?? []).map(readLine)
      expect(stored.agentSpans.map(agentLine)).toEqual(
        lines.map(({ depth, kind, name }) => [depth, kind, name]),
      )
      for (const [at, { request = 0 }] of lines.entries()) {
        const { usage } = scenario.served[request - 1] ?? {}
        const { input: input_tokens, output: output_tokens } = usage ?? {}
        if (usage) expect(stored.agentSpans[at]).toMatchObject({ input_tokens, output_tokens })
      }
    },
  },
  {
    guarantee: 'names',
    sentence: 'shows calls under the names they were sent with',
    concerns: hasCalls,
    holds({ lines, stored }) {
      expect(stored.calls.map(nameOf)).toEqual(lines.map(({ name }) => name))
    },
  },
  {
    guarantee: 'kinds',
    sentence: 'knows the kind of each call',
    concerns: hasCalls,
    async holds({ lines, readMessages }) {
      const messages = await readMessages()

      const kinds = lines.map(({ kind }, at) => (kind === '*' ? '*' : messages[at]?.kind))
      expect(kinds).toEqual(lines.map(({ kind }) => kind))
    },
  },
  {
    guarantee: 'messages',
    sentence: 'shows what was asked and what was answered',
    concerns: hasCalls,
    async holds({ scenario, lines, readMessages, mayExpect }) {
      const messages = await readMessages()

      for (const [at, { request = 0 }] of lines.entries()) {
        const served = scenario.served[request - 1]
        if (served) expectExchange(messages[at], served, mayExpect)
      }
    },
  },
  {
    guarantee: 'tools',
    sentence: 'shows what tools were called with and what they returned',
    concerns: ({ lines }) => lines.some(({ kind }) => kind === 'tool'),
    async holds({ lines, readMessages }) {
      const messages = await readMessages()

      for (const [at, { kind }] of lines.entries()) if (kind === 'tool') expectToolCall(messages[at])
    },
  },
  {
    guarantee: 'pictures',
    sentence: 'shows the picture',
    concerns: ({ scenario, mayExpect }) => scenario.name === 'image' && mayExpect('picture'),
    async holds({ lines, readMessages }) {
      const messages = await readMessages()

      expectPicture(messages[lines.findIndex(({ request }) => request)])
    },
  },
  {
    guarantee: 'documents',
    sentence: 'shows the documents that were found',
    concerns: ({ expected }) => expected.documents !== undefined,
    async holds({ expected, lines, readMessages }) {
      const messages = await readMessages()

      const outermost = messages[lines.findIndex(({ kind }) => kind === 'retriever')]
      const contents = outermost?.documents.map(({ content }) => content)
      expect(contents?.toSorted()).toEqual(expected.documents?.toSorted())
    },
  },
  {
    guarantee: 'sessions',
    sentence: 'is in the session that the program named, turn by turn',
    holds({ expected: { session, turns }, stored }) {
      const thread_id = session === '*' ? expect.any(String) : session
      const threads = session === undefined ? [] : [{ thread_id, turn_count: turns }]
      expect(stored.threads).toMatchObject(threads)
      expect(stored.threads).toHaveLength(threads.length)
    },
  },
  {
    guarantee: 'users',
    sentence: 'knows the end user, and takes nobody else for one',
    concerns: hasCalls,
    holds({ expected: { user }, stored }) {
      const users = stored.calls.flatMap(({ summary }) => summary.weave.end_user ?? [])
      expect([...new Set(users)]).toEqual(user === undefined ? [] : [user])
    },
  },
  {
    guarantee: 'labels',
    sentence: 'has the tags and the metadata of the program',
    concerns: ({ expected }) => expected.tags !== undefined || expected.metadata !== undefined,
    holds({ expected: { tags, metadata }, lines, stored }) {
      const labels = {
        ...(tags && { tags }),
        ...(metadata && { metadata: expect.objectContaining(metadata) }),
      }
      expect(rootsOf(stored.calls)).toMatchObject(rootsOf(lines).map(() => ({ attributes: labels })))
    },
  },
  {
    guarantee: 'tokens',
    sentence: 'counts every token once',
    concerns: (planned) => hasCalls(planned) && planned.mayExpect('tokens'),
    holds({ scenario, stored }) {
      expect(sum(stored.usage, 'sum_input_tokens')).toBe(tokensServed(scenario, 'input'))
      expect(sum(stored.usage, 'sum_output_tokens')).toBe(tokensServed(scenario, 'output'))
    },
  },
  {
    guarantee: 'cached tokens',
    sentence: 'counts cached tokens, and prices them as such',
    concerns: (planned) => hasCalls(planned) && planned.mayExpect('tokens') && planned.mayExpect('cached'),
    holds({ scenario, stored }) {
      expect(sum(stored.usage, 'sum_cache_read_input_tokens')).toBe(tokensServed(scenario, 'cacheRead'))
      expect(sum(stored.usage, 'sum_cache_creation_input_tokens')).toBe(tokensServed(scenario, 'cacheWrite'))
      expect(sum(stored.usage, 'sum_total_cost')).toBeCloseTo(costServed(scenario), 12)
    },
  },
  {
    guarantee: 'failures',
    sentence: 'is marked as failed up to the root, if something failed',
    concerns: hasCalls,
    holds({ scenario, expected, lines, stored }) {
      const fails = expected.fails ?? scenario.name === 'error'
      const failures = rootsOf(stored.calls).map(({ summary }) => summary.weave.status.includes('error'))
      expect(failures).toEqual(rootsOf(lines).map(() => fails))
    },
  },
  {
    guarantee: 'errors',
    sentence: 'says what the provider said',
    concerns: (planned) => hasCalls(planned) && planned.scenario.name === 'error',
    holds({ scenario, lines, stored }) {
      const message = scenario.served.at(-1)?.error?.message ?? ''
      const failed = stored.calls.filter((_, at) => lines[at]?.request)
      const requests = lines.filter(({ request }) => request)
      expect(failed.map(({ exception }) => exception)).toEqual(
        requests.map(() => expect.stringContaining(message)),
      )
    },
  },
]

const nameOf = (call: StoredCall): string =>
  call.display_name ?? /\/op\/(.+):/.exec(call.op_name)?.[1] ?? call.op_name

const rootsOf = <Item extends { readonly depth: number }>(items: readonly Item[]): Item[] =>
  items.filter(({ depth }) => depth === 0)
