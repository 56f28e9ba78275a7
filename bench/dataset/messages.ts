import type { Batch } from './batches.ts'

/** A batch as it goes over the wire. */
export interface Message {
  readonly path: string
  readonly body: Buffer
  /** JSON if absent. */
  readonly contentType?: string
  readonly calls: number
}

export function messageOf(batch: Batch): Message {
  if (batch.form === 'parts') {
    return { path: '/call/upsert_batch', body: json({ batch: batch.items }), calls: batch.calls }
  }
  const records = batch.records.map(({ start, end }) => ({ ...start, ...end }))
  return { path: `/v2/${batch.projectId}/calls/complete`, body: json({ batch: records }), calls: batch.calls }
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
