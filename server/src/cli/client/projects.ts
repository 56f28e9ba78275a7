import { type ProjectRecord, queryProjects } from '@heddle/contract/projects'
import { countText, timeText } from '../../reports/values.ts'
import type { Invocation } from '../command.ts'
import { withConnection } from './connection.ts'
import { type Column, printRows } from './print.ts'

const COLUMNS: readonly Column<ProjectRecord>[] = [
  { title: 'PROJECT', value: ({ project_id }) => project_id },
  {
    title: 'TRACES',
    align: 'right',
    value: ({ root_call_count }) => root_call_count,
    text: ({ root_call_count, has_more_root_calls }) =>
      countText(root_call_count) + (has_more_root_calls ? '+' : ''),
  },
  {
    title: 'LAST ACTIVITY',
    value: ({ last_activity }) => last_activity,
    text: ({ last_activity }) => timeText(last_activity),
  },
]

export const listProjects = (invocation: Invocation) =>
  withConnection(invocation, async ({ client }) => {
    const { projects } = await client.call(queryProjects, {})
    await printRows(invocation, { columns: COLUMNS, rows: projects })
  })
