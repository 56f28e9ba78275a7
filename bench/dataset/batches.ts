import type { CallBatchItem } from '@heddle/contract/call-batches'
import { type BenchCall, benchCalls, type DatasetOptions } from './calls.ts'

/** How calls are sent: as starts and ends in order of time, or complete. */
export type Form = 'parts' | 'whole'

export interface BatchOptions extends DatasetOptions {
  readonly form: Form
  readonly callsPerBatch: number
}

/** The content of one request. `calls` counts a start and its end as one call. */
export type Batch =
  | { readonly form: 'parts'; readonly calls: number; readonly items: readonly CallBatchItem[] }
  | {
      readonly form: 'whole'
      readonly calls: number
      readonly projectId: string
      readonly records: readonly BenchCall[]
    }

/** An endless, deterministic sequence of batches. */
export function batches(options: BatchOptions): Generator<Batch> {
  return options.form === 'parts' ? startsAndEnds(options) : completeCalls(options)
}

/** Takes batches with `calls` calls from `source`, which can be used further. */
export function takeCalls(source: Iterator<Batch>, calls: number): Batch[] {
  const taken: Batch[] = []
  for (let count = 0; count < calls; ) {
    const next = source.next()
    if (next.done) break
    taken.push(next.value)
    count += next.value.calls
  }
  return taken
}

/** Starts and ends in order of time, as in a client's queue. */
function* startsAndEnds(options: BatchOptions): Generator<Batch> {
  let open: BenchCall[] = []
  let items: CallBatchItem[] = []
  for (const call of benchCalls(options)) {
    items.push({ mode: 'start', req: { start: call.start } })
    const stillOpen = [call]
    for (const earlier of open) {
      if (earlier.end.ended_at > call.start.started_at) stillOpen.push(earlier)
      else items.push({ mode: 'end', req: { end: earlier.end } })
    }
    open = stillOpen
    if (items.length < options.callsPerBatch * 2) continue
    yield { form: 'parts', calls: items.length / 2, items }
    items = []
  }
}

/** A batch of complete calls belongs to one project. */
function* completeCalls(options: BatchOptions): Generator<Batch> {
  const waiting = new Map<string, BenchCall[]>()
  for (const call of benchCalls(options)) {
    const projectId = call.start.project_id
    const records = waiting.get(projectId) ?? []
    waiting.set(projectId, records)
    records.push(call)
    if (records.length < options.callsPerBatch) continue
    waiting.delete(projectId)
    yield { form: 'whole', calls: records.length, projectId, records }
  }
}
