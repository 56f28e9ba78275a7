import { randomUUID } from 'node:crypto'
import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { PROJECT } from './demo-server.ts'

/** A call: its op, its output and its child calls. */
export interface Step {
  readonly op: string
  readonly output: string
  readonly calls?: readonly Step[]
}

/** Stores a finished trace and returns the id of its root. */
export async function writeTrace(client: Client, root: Step, project_id = PROJECT): Promise<string> {
  const [entity = '', project = ''] = project_id.split('/')
  const batch = recordsOf(root, { project_id, trace_id: randomUUID() }, Date.now())
  await client.call(completeCalls, { entity, project, batch })
  return batch[0]?.id ?? ''
}

const SECOND_MS = 1000

/** The call and its descendants. Each child starts a second after the previous one. */
function recordsOf(
  { op, output, calls = [] }: Step,
  place: Pick<CallCompleteRecord, 'project_id' | 'trace_id' | 'parent_id'>,
  startedAtMs: number,
): CallCompleteRecord[] {
  const id = randomUUID()
  const made = calls.flatMap((call, index) =>
    recordsOf(call, { ...place, parent_id: id }, startedAtMs + index * SECOND_MS),
  )
  const record = {
    ...place,
    id,
    op_name: op,
    started_at: new Date(startedAtMs).toISOString(),
    ended_at: new Date(startedAtMs + Math.max(1, calls.length) * SECOND_MS).toISOString(),
    attributes: {},
    inputs: { by: op },
    output,
    summary: {},
  }
  return [record, ...made]
}
