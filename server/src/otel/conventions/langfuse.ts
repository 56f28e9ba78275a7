import type { Convention } from './convention.ts'

/** Langfuse, for spans that were recorded after the fact. */
export const langfuse: Convention = {
  started_at: ['langfuse.startTime'],
  ended_at: ['langfuse.endTime'],
}
