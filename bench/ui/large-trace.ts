import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { prose } from '../dataset/prose.ts'
import { Random } from '../dataset/random.ts'

const CALLS_PER_BATCH = 500
const CALLS_PER_STEP = 20
const BEGINNING_MS = Date.parse('2026-01-02T00:00:00Z')
const ROOT_ID = 'large-trace'

/** Stores one trace with this many calls, the newest of the project: a long agent run. */
export async function writeLargeTrace(client: Client, projectId: string, calls: number): Promise<string> {
  const [entity = '', project = ''] = projectId.split('/')
  const random = new Random(7)
  const records = Array.from({ length: calls }, (_, index) => record(projectId, index, calls, random))
  for (let at = 0; at < calls; at += CALLS_PER_BATCH) {
    await client.call(completeCalls, { entity, project, batch: records.slice(at, at + CALLS_PER_BATCH) })
  }
  return ROOT_ID
}

function record(projectId: string, index: number, calls: number, random: Random): CallCompleteRecord {
  const startedAtMs = BEGINNING_MS + index * 100
  const isStep = index % CALLS_PER_STEP === 1
  const step = index - ((index - 1) % CALLS_PER_STEP)
  const lastsMs = index === 0 ? calls * 100 : isStep ? CALLS_PER_STEP * 100 : 90
  return {
    project_id: projectId,
    trace_id: ROOT_ID,
    id: idOf(index),
    ...(index > 0 && { parent_id: idOf(isStep ? 0 : step) }),
    op_name: index === 0 ? 'agent' : isStep ? 'step' : random.pick(['chat', 'search', 'read_file']),
    started_at: new Date(startedAtMs).toISOString(),
    ended_at: new Date(startedAtMs + lastsMs).toISOString(),
    attributes: {},
    inputs: { question: prose(random, 300) },
    output: prose(random, 400),
    summary: {},
  }
}

const idOf = (index: number): string => (index === 0 ? ROOT_ID : `${ROOT_ID}-${index}`)
