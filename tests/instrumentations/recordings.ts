import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a library sent while its script ran, made by `npm run record`. */
export interface Recording {
  readonly library: string
  /** Packages with their versions, as `name==1.0` or `name@1.0`. */
  readonly dependencies: readonly string[]
  readonly scenarios: readonly Scenario[]
}

export interface Scenario {
  readonly name: string
  /** Requests to the provider and its responses, in order: the ground truth. */
  readonly served: readonly Served[]
  readonly requests: readonly RecordedRequest[]
}

export interface Served {
  readonly api: string
  readonly model: string
  readonly question?: string
  readonly text?: string
  readonly reasoning?: string
  readonly toolCall?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  readonly error?: { readonly status: number; readonly message: string }
  readonly texts?: readonly string[]
  readonly usage?: ServedUsage
}

/** Cached tokens are part of the input, reasoning of the output. */
interface ServedUsage {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
}

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, where it is JSON or was protobuf. */
  readonly json?: unknown
  readonly text?: string
}

/**
 * The expected result of a recording, scenario by scenario. Names and nesting are as sent; kinds, labels and what is missing
 * were written by hand, from the script and the conventions.
 */
export type Expected = Readonly<Record<string, ExpectedScenario>>

export interface ExpectedScenario {
  /** Kind and name of each call, indented below its parent, in the order in which they began. */
  readonly tree: readonly string[]
  readonly session?: string
  /** Number of turns in the session; 1 by default. */
  readonly turns?: number
  readonly user?: string
  /** Whether something fails; by default only in the scenario `error`. */
  readonly fails?: boolean
  readonly tags?: readonly string[]
  readonly metadata?: Readonly<Record<string, string>>
  /** Texts of the retrieved documents. */
  readonly documents?: readonly string[]
  /** What goes to `/agents/otel` and becomes agent spans, in the form of `tree`. */
  readonly agentSpans?: readonly string[]
  /** Whether its log records repeat its spans, so that none is stored. */
  readonly logsRepeatSpans?: boolean
  /** What the library does not send, with the reason. */
  readonly notSent?: Readonly<Partial<Record<NotSent, string>>>
}

export type NotSent = 'question' | 'picture' | 'tokens' | 'cached' | 'reasoning'

export interface Line {
  readonly depth: number
  readonly kind: string
  readonly name: string
  /** Position of its request among those to the provider, 1-based. */
  readonly request: number | undefined
}

/** Reads a line of a tree, such as `  llm chat gpt-4o #2`. */
export function readLine(text: string): Line {
  const [, indent = '', kind = '', name = '', request] = /^( *)(\S+) (.+?)(?: #(\d+))?$/.exec(text) ?? []
  return {
    depth: indent.length / 2,
    kind,
    name,
    request: request === undefined ? undefined : Number(request),
  }
}

const FOLDER = fileURLToPath(new URL('recordings/', import.meta.url))
const EXPECTED = '.expected.json'

export const LIBRARIES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && !file.endsWith(EXPECTED))
  .map((file) => file.slice(0, -'.json'.length))

export function readRecording(library: string): Recording {
  return JSON.parse(readFileSync(`${FOLDER}${library}.json`, 'utf8'))
}

export function readExpected(library: string): Expected {
  return JSON.parse(readFileSync(`${FOLDER}${library}${EXPECTED}`, 'utf8'))
}
