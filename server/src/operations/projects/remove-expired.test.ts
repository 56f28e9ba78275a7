import { readRetention, setRetention } from '@heddle/contract/projects'
import { readStatus } from '@heddle/contract/server-status'
import { expect, test } from 'vitest'
import { agentSpan } from '../../testing/agent-spans.ts'
import { finished, idsOf, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { startService } from '../../testing/service.ts'
import { MICROS_PER_DAY, parseDateTime } from '../../time.ts'
import { removeExpired } from './remove-expired.ts'

const NOW = parseDateTime('2025-03-31T10:00:00Z') ?? expect.fail('no instant')
const { signal } = new AbortController()

/** A service whose clock the test sets. */
async function clockedService() {
  const clock = { micros: NOW }
  const now = () => clock.micros
  const service = await startService({ now })
  const { storage } = service
  return {
    service,
    storage,
    clock,
    expire: (project_id: string, over: Partial<Parameters<typeof removeExpired>[1]> = {}) =>
      removeExpired(project_id, { storage, now, signal, ...over }),
    spanIds: async (project_id: string) =>
      (await storage.agentSpans.find({ project_id, sort: [] })).map(({ span_id }) => span_id),
  }
}

const removed = (calls: number, agent_spans = 0) => ({ calls, agent_spans, isHeld: false })

test('calls and agent spans that are older than the retention of their project are removed', async () => {
  const { service, storage, expire, spanIds } = await clockedService()
  const project_id = newProject()
  const forEver = newProject()
  const cut = NOW - 30 * MICROS_PER_DAY
  await recordFinished(service, finished(forEver, 'old'))
  await recordFinished(service, finished(project_id, 'older', { started_at: '2025-03-01T09:59:59Z' }))
  await recordFinished(service, finished(project_id, 'just', { started_at: '2025-03-01T10:00:00Z' }))
  await storage.agentSpans.put([
    agentSpan(project_id, 'older', { started_at: cut - 1 }),
    agentSpan(project_id, 'just', { started_at: cut }),
    agentSpan(forEver, 'old'),
  ])
  await service.call(setRetention, { project_id, retention_days: 30 })

  expect(await expire(project_id)).toEqual(removed(1, 1))
  expect(await expire(forEver)).toEqual(removed(0))

  expect([await idsOf(service, project_id), await spanIds(project_id)]).toEqual([['just'], ['just']])
  expect([await idsOf(service, forEver), await spanIds(forEver)]).toEqual([['old'], ['old']])
})

const many = (project_id: string, count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => finished(project_id, `c${index}`, fields))

test('reverting the setting stops the removal', async () => {
  const { service, storage, expire } = await clockedService()
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 600))
  await service.call(setRetention, { project_id, retention_days: 1 })
  let asked = 0
  // The second time the clock is read is for the first batch: the setting goes before that is written.
  const takingBack = () => {
    if (++asked === 2) void storage.projects.setRetentionDays(project_id, null, NOW)
    return NOW
  }

  expect(await expire(project_id, { now: takingBack })).toEqual(removed(500))
  expect(await idsOf(service, project_id)).toHaveLength(100)
})

test('any number of calls is removed, in batches, unless it is stopped', async () => {
  const { service, expire } = await clockedService()
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 1201))
  await service.call(setRetention, { project_id, retention_days: 1 })

  expect(await expire(project_id, { signal: AbortSignal.abort() })).toEqual(removed(0))
  expect(await expire(project_id)).toEqual(removed(1201))
  expect(await idsOf(service, project_id)).toEqual([])
})

const FRESH = { started_at: '2025-03-31T09:00:00Z' }

/** A project that keeps its 101 fresh calls and one agent span for 30 days. */
async function clockAhead() {
  const clocked = await clockedService()
  const project_id = newProject()
  await recordFinished(clocked.service, ...many(project_id, 101, FRESH))
  await clocked.storage.agentSpans.put([agentSpan(project_id, 'a', { started_at: NOW })])
  await clocked.service.call(setRetention, { project_id, retention_days: 30 })
  expect(await clocked.expire(project_id)).toEqual(removed(0))
  clocked.clock.micros = NOW + 40 * MICROS_PER_DAY
  return { ...clocked, project_id }
}

test('a clock that jumps ahead removes nothing, and the retention and the status say so', async () => {
  const { service, expire, project_id } = await clockAhead()

  const first = await expire(project_id)
  const again = await expire(project_id)

  expect(first).toMatchObject({ calls: 101, agent_spans: 1, isHeld: true })
  expect(again).toEqual(first)
  expect(await idsOf(service, project_id)).toHaveLength(101)
  expect(await service.call(readRetention, { project_id })).toEqual({
    retention_days: 30,
    held_removal: { held_at: '2025-05-10T10:00:00Z', calls: 101, agent_spans: 1 },
  })
  expect(await service.call(readStatus, {})).toMatchObject({ held_removals: 1 })
  const { text } = await service.get('/metrics')
  expect(text).toContain('\nheddle_held_removals 1\n')
})

test('setting the retention again confirms a held removal', async () => {
  const { service, expire, project_id } = await clockAhead()
  await expire(project_id)

  const reply = await service.call(setRetention, { project_id, retention_days: 30 })
  const after = await expire(project_id)

  expect(reply).toEqual({ retention_days: 30, held_removal: null })
  expect(after).toEqual(removed(101, 1))
  expect(await idsOf(service, project_id)).toEqual([])
  expect(await service.call(readStatus, {})).toMatchObject({ held_removals: 0 })
})

test('correcting the clock ends a held removal, and nothing is lost', async () => {
  const { service, expire, project_id, clock } = await clockAhead()
  await expire(project_id)

  clock.micros = NOW + 3_600_000_000

  expect(await expire(project_id)).toEqual(removed(0))
  expect(await service.call(readRetention, { project_id })).toMatchObject({ held_removal: null })
  expect(await idsOf(service, project_id)).toHaveLength(101)
})

test('rows that expire while the server runs are removed without confirmation, however many', async () => {
  const { service, expire, clock } = await clockedService()
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 150, { started_at: '2025-03-30T10:30:00Z' }))
  await service.call(setRetention, { project_id, retention_days: 1 })
  expect(await expire(project_id)).toEqual(removed(0))

  clock.micros += 3_600_000_000

  expect(await expire(project_id)).toEqual(removed(150))
})

test('a server that was down for days removes expired rows, unless they are a large part', async () => {
  const { service, expire, clock } = await clockedService()
  const project_id = newProject()
  const old = many(project_id, 110, { started_at: '2025-03-30T12:00:00Z' })
  const young = Array.from({ length: 400 }, (_, at) => finished(project_id, `young${at}`, FRESH))
  await recordFinished(service, ...old, ...young)
  await service.call(setRetention, { project_id, retention_days: 3 })

  clock.micros += 2.5 * MICROS_PER_DAY

  expect(await expire(project_id)).toEqual(removed(110))
})

test('a retention set by an older version, when the clock is not known to be right, does not remove a large part', async () => {
  const { service, storage, expire } = await clockedService()
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 101))
  await service.call(setRetention, { project_id, retention_days: 1 })
  await storage.projects.setRemovalState(project_id, { checked_at: null, held: null })

  expect(await expire(project_id)).toMatchObject({ calls: 101, isHeld: true })
  expect(await idsOf(service, project_id)).toHaveLength(101)
})
