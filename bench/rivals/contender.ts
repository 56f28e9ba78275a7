import type { SpanFormat } from '../dataset/spans.ts'
import type { HttpClient } from '../processes/http-client.ts'
import type { Server } from '../processes/server.ts'
import type { Targets } from './targets.ts'

export const READS = [
  'newest 50 roots, full',
  'first page as its UI asks',
  'one span by id',
  'one trace (5–10 spans)',
  'long trace, full',
  'long trace, tree only',
  'count by name',
  'count by model',
  'count by temperature > x',
  'newest 50 by model',
  'newest 50 with a rare phrase in the input',
] as const
export type ReadName = (typeof READS)[number]

/** A tracing service as its users get it: default settings and storage. */
export interface Contender {
  readonly name: string
  readonly version: string
  /** What its spans are sent as. */
  readonly format: SpanFormat
  /** Installs it unless an earlier run has done so. */
  install(): Promise<void>
  /** Starts it on a data folder, empty or from an earlier start. */
  start(folder: string): Promise<RunningContender>
}

export interface RunningContender {
  readonly server: Server
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Number of spans that can be read. */
  countSpans(): Promise<number>
  /** How it is asked for each kind of data; null if it cannot be asked. Call it when the spans are stored. */
  reads(targets: Targets): Promise<Readonly<Record<ReadName, ReadPlan | null>>>
}

/** Prepares the next read of a kind, for another span or trace each time where the kind names one. */
export type ReadPlan = () => Read

export interface Read {
  /** Sends one request, or several if the service answers in pages; returns the bodies. */
  fetch(client: HttpClient): Promise<readonly Buffer[]>
  /** Number of rows, or the count, in the bodies. Not timed. */
  rows(bodies: readonly Buffer[]): number
  /** What `rows` must return, so that no error page is measured. */
  readonly expected: number
}

/** A read of one request whose JSON response has its rows, or a count, where `rows` finds them. */
export function jsonRead<Response>(
  fetch: (client: HttpClient) => Promise<Buffer>,
  rows: (response: Response) => readonly unknown[] | number | undefined,
  expected: number,
): Read {
  return {
    fetch: async (client) => [await fetch(client)],
    rows([body]) {
      const found = rows(JSON.parse(String(body)))
      return typeof found === 'number' ? found : (found?.length ?? 0)
    },
    expected,
  }
}
