import { createAnnotationQueue } from '@heddle/contract/annotation-queues'
import { queryCalls } from '@heddle/contract/calls-query'
import { createFeedback } from '@heddle/contract/feedback'
import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import { expect, test } from 'vitest'
import { allOperations } from '../../operations/all.ts'
import { PROJECT_LISTS } from '../../operations/transfer/lists.ts'
import { note, record, recordFinished, start } from '../../testing/builders.ts'
import { encodeRequest } from '../../testing/encode-request.ts'
import { type Service, startService } from '../../testing/service.ts'

const THEIRS = 'other/secret'
/** In every payload of the other tenant, and in no identifier. */
const CANARY = 'canary-7f3a'

const operations = allOperations.filter(
  ({ endpoint, gate }) => gate.access !== 'public' && endpoint.replyAs !== 'events',
)

/** Creates one thing of each kind in the project of another tenant, and returns their ids. */
async function fillTheirs(service: Service) {
  const inputs = { text: CANARY, secret: CANARY }
  await recordFinished(service, {
    ...start(THEIRS, { trace_id: 'their-trace', thread_id: 'their-thread', inputs, display_name: CANARY }),
    id: 'their-call',
    trace_id: 'their-trace',
    ended_at: '2025-03-01T10:00:01Z',
    summary: {},
    output: CANARY,
  })
  const { digest } = await service.call(createObject, {
    obj: { project_id: THEIRS, object_id: 'their-object', val: { text: CANARY } },
  })
  const table = await service.call(createTable, { table: { project_id: THEIRS, rows: [{ text: CANARY }] } })
  await service.storage.files.put(THEIRS, 'their-file', Buffer.from(CANARY))
  const feedback = await service.call(
    createFeedback,
    note(THEIRS, CANARY, { weave_ref: `weave:///${THEIRS}/call/their-call` }),
  )
  const queue = await service.call(createAnnotationQueue, { project_id: THEIRS, name: CANARY })
  return {
    project: THEIRS,
    call: 'their-call',
    trace: 'their-trace',
    thread: 'their-thread',
    object: 'their-object',
    digest,
    table: table.digest,
    row: table.row_digests[0] ?? '',
    file: 'their-file',
    feedback: feedback.id,
    queue: queue.id,
    callRef: `weave:///${THEIRS}/call/their-call`,
    objectRef: `weave:///${THEIRS}/object/their-object:${digest}`,
    tableRef: `weave:///${THEIRS}/table/${table.digest}`,
  }
}

type Ids = Awaited<ReturnType<typeof fillTheirs>>

/** Variants of the example: each with one text replaced by an id of the other tenant, and one with all of them replaced. */
function* foreignRequests(example: unknown, ids: Ids): Generator<unknown> {
  const count = textsIn(example)
  for (let index = 0; index < count; index++) {
    for (const id of Object.values(ids)) yield withTexts(example, (text, _, at) => (at === index ? id : text))
  }
  yield withTexts(example, (text, name) => counterpart(text, name, ids))
}

const isOurs = (text: string): boolean => text === 'team/app' || text === 'team' || text === 'app'

function counterpart(text: string, name: string, ids: Ids): string {
  if (isOurs(text)) return text
  if (name.includes('ref')) return text.includes('/call/') ? ids.callRef : ids.objectRef
  if (name.includes('object_id') || name === 'name') return ids.object
  if (name.includes('queue')) return ids.queue
  if (name.includes('feedback')) return ids.feedback
  if (name.includes('trace')) return ids.trace
  if (name.includes('thread')) return ids.thread
  if (name.includes('digest')) return ids.digest
  return name.includes('id') ? ids.call : text
}

function textsIn(value: unknown): number {
  let count = 0
  withTexts(value, (text) => {
    count += 1
    return text
  })
  return count
}

/** Copies a value with its texts replaced, given the key and position of each. */
function withTexts(value: unknown, replace: (text: string, name: string, at: number) => string): unknown {
  let at = 0
  const rebuilt = (part: unknown, name: string): unknown => {
    if (typeof part === 'string') return replace(part, name, at++)
    if (Array.isArray(part)) return part.map((each) => rebuilt(each, name))
    if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, rebuilt(each, key)]))
  }
  return rebuilt(value, '')
}

async function contentsOfTheirs({ storage }: Service): Promise<string> {
  const lists = []
  for (const list of PROJECT_LISTS) {
    lists.push((await list.read(storage, THEIRS, undefined, { rowsMax: 1_000, bytesMax: 1e9 })).rows)
  }
  return JSON.stringify(lists)
}

test('no route shows or changes data of another tenant, whichever of its ids, digests and refs a request has', async () => {
  const service = await startService()
  const ids = await fillTheirs(service)
  const { key } = await service.createUser({ entity: 'team', role: 'admin' })
  const before = await contentsOfTheirs(service)
  const leaks: string[] = []
  let sent = 0

  for (const { endpoint } of operations) {
    for (const request of foreignRequests(endpoint.example, ids)) {
      const reply = await service.request({ ...(await encodeRequest(endpoint, request)), key })
      sent += 1
      if (reply.text.includes(CANARY) || reply.status >= 500)
        leaks.push(`${endpoint.path} ${reply.status} ${JSON.stringify(request)}`)
    }
  }

  expect(leaks).toEqual([])
  expect(before).toContain(CANARY)
  expect(await contentsOfTheirs(service)).toBe(before)
  expect(sent).toBeGreaterThan(operations.length * 10)
}, 180_000)

test('the same requests do return the data to a caller who may read it', async () => {
  const service = await startService()
  const ids = await fillTheirs(service)
  const shown: string[] = []

  for (const { endpoint, gate } of operations) {
    if (gate.access !== 'read') continue
    const inTheirs = withTexts(endpoint.example, (text, name) =>
      text === 'team/app'
        ? THEIRS
        : text === 'team'
          ? 'other'
          : text === 'app'
            ? 'secret'
            : counterpart(text, name, ids),
    )
    const reply = await service.request(await encodeRequest(endpoint, inTheirs))
    if (reply.text.includes(CANARY)) shown.push(endpoint.path)
  }

  expect(shown).toEqual(
    expect.arrayContaining(['/call/read', '/obj/read', '/refs/read_batch', '/annotation_queues/{queue_id}']),
  )
})

test('a ref to an object of another tenant is not resolved in a call', async () => {
  const service = await startService()
  const { objectRef } = await fillTheirs(service)
  const { key } = await service.createUser({ entity: 'team', role: 'admin' })
  await record(service, start('team/app', { id: 'ours', inputs: { model: objectRef } }))
  const query = { project_id: 'team/app', expand_columns: ['inputs.model'] }

  const reply = await service.post(queryCalls.path, query, { key })

  expect(reply.text).not.toContain(CANARY)
})
