import { streamThreads, type ThreadRecord } from '@heddle/contract/threads'
import { countText, durationText, timeText } from '../../reports/values.ts'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'
import { instantOf, offsetOf } from './flags.ts'
import { type Column, limitOf, printRows } from './print.ts'

const COLUMNS: readonly Column<ThreadRecord>[] = [
  { title: 'THREAD', value: ({ thread_id }) => thread_id, isWhole: true },
  {
    title: 'TURNS',
    align: 'right',
    value: ({ turn_count }) => turn_count,
    text: ({ turn_count }) => countText(turn_count),
  },
  { title: 'STARTED', value: ({ start_time }) => start_time, text: ({ start_time }) => timeText(start_time) },
  {
    title: 'LAST TURN',
    value: ({ last_updated }) => last_updated,
    text: ({ last_updated }) => timeText(last_updated),
  },
  {
    title: 'P50',
    align: 'right',
    value: ({ p50_turn_duration_ms }) => p50_turn_duration_ms,
    text: ({ p50_turn_duration_ms }) => durationText(p50_turn_duration_ms),
  },
  {
    title: 'P99',
    align: 'right',
    value: ({ p99_turn_duration_ms }) => p99_turn_duration_ms,
    text: ({ p99_turn_duration_ms }) => durationText(p99_turn_duration_ms),
  },
]

export const listThreads = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const limit = limitOf(invocation)
    const offset = offsetOf(invocation)
    const rows = await connection.client.call(streamThreads, {
      project_id: await projectOf(invocation, connection),
      filter: {
        after_datetime: instantOf(invocation, 'since') ?? null,
        before_datetime: instantOf(invocation, 'until') ?? null,
      },
      offset,
      ...(limit !== undefined && { limit: limit + 1 }),
    })
    await printRows(invocation, {
      columns: COLUMNS,
      rows,
      cursor: (_, count) => String(offset + count),
    })
  })
