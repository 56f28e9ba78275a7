import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { agentSpan } from '../../testing/agent-spans.ts'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openWithClient } from '../../testing/clickhouse-storage.ts'
import { serveHttp } from '../../testing/http-server.ts'
import { feedback, newKey, newSession, newUser, objectVersion } from '../conformance/rows.ts'
import type { Storage } from '../port.ts'
import { ClickHouse } from './connection/client.ts'
import { freeObjectEvents, freeRemovedRecords, freeSessions, RECORD_TABLES } from './record-space.ts'
import { parseTarget } from './target.ts'

vi.setConfig({ testTimeout: 180_000 })

const server = await clickhouseForTests()
const ALL = 2 ** 52

async function freeAllRemoved(clickhouse: ClickHouse, beforeVersion: number): Promise<number> {
  let freed = 0
  for (const table of RECORD_TABLES) freed += await freeRemovedRecords(clickhouse, table, beforeVersion)
  return freed
}

const open = () => openWithClient(server?.urls[0] ?? '')

const digests = ['a', 'b'] as const
type Step =
  | { readonly event: 'publish' | 'delete' | 'tag'; readonly digest: (typeof digests)[number] }
  | 'free'

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        event: fc.constantFrom('publish', 'delete', 'tag'),
        digest: fc.constantFrom(...digests),
      }),
    },
    { weight: 1, arbitrary: fc.constant('free' as const) },
  ),
  { minLength: 6, maxLength: 14 },
)

async function apply(storage: Storage, project_id: string, step: Exclude<Step, 'free'>, at: number) {
  const key = { object_id: 'thing', digest: step.digest }
  if (step.event === 'publish')
    await storage.objects.publish(objectVersion({ project_id, ...key, created_at: at }))
  else if (step.event === 'delete') await storage.objects.delete(project_id, 'thing', [step.digest], at)
  else await storage.objects.addTags(project_id, key, ['tagged'])
}

const seen = async ({ objects }: Storage, projectId: string) => [
  await objects.versions(projectId, 'thing'),
  await objects.tags(projectId),
]

describe.skipIf(server === undefined)('obsolete rows', () => {
  test('of objects are deleted, and readers see the same, even after later events', async () => {
    const freed = await open()
    const untouched = await open()
    let runs = 0

    await fc.assert(
      fc.asyncProperty(steps, async (sequence: Step[]) => {
        const projectId = `team/app${++runs}`
        for (const [at, step] of [...sequence, 'free' as const].entries()) {
          if (step === 'free') await freeObjectEvents(freed.clickhouse, ALL)
          else await Promise.all([freed, untouched].map(({ storage }) => apply(storage, projectId, step, at)))
        }

        expect(await seen(freed.storage, projectId)).toEqual(await seen(untouched.storage, projectId))
      }),
      { numRuns: 6 },
    )
  })

  test('of a version that is published at every start are deleted', async () => {
    const { storage, clickhouse } = await open()
    for (let start = 0; start < 20; start++)
      await storage.objects.publish(
        objectVersion({ project_id: 'team/app', object_id: 'op', digest: 'x', created_at: start }),
      )

    expect(await freeObjectEvents(clickhouse, ALL)).toBe(18)

    expect(await freeObjectEvents(clickhouse, ALL)).toBe(0)
    expect(await storage.objects.versions('team/app', 'op')).toMatchObject([
      { version_index: 0, created_at: 0 },
    ])
  })

  test('of sessions are deleted once they expired, and others are kept', async () => {
    const { storage, clickhouse } = await open()
    const user = newUser()
    await storage.accounts.putUser(user)
    const expired = newSession(user, { expires_at: 1_000 })
    const valid = newSession(user, { expires_at: ALL })
    await storage.accounts.putSession(expired)
    await storage.accounts.putSession(valid)

    expect(await freeSessions(clickhouse, ALL - 1)).toBe(1)

    expect(await storage.accounts.session(expired.hash)).toBeUndefined()
    expect(await storage.accounts.session(valid.hash)).toMatchObject({ session: { hash: valid.hash } })
  })

  test('of removed records are deleted, and their tombstones a while later', async () => {
    const { storage, clickhouse } = await open()
    const project_id = 'team/app'
    const [gone, again, kept] = ['gone', 'again', 'kept'].map((id) => feedback({ project_id, id }))
    if (!gone || !again || !kept) throw new Error('unreachable')
    for (const rows of [[gone, again, kept], [gone]]) await storage.feedback.put(rows)
    await storage.feedback.purge(project_id, [gone, again])
    await storage.feedback.put([again])
    const rowsOf = (id: string) =>
      clickhouse.query(`select is_deleted from feedback where id = '${id}' order by version`)

    await freeAllRemoved(clickhouse, 0)

    expect(await rowsOf('gone')).toEqual([{ is_deleted: 1 }])
    await freeAllRemoved(clickhouse, ALL)
    expect(await rowsOf('gone')).toEqual([])
    expect(await rowsOf('kept')).toEqual([{ is_deleted: 0 }])
    const { rows } = await storage.feedback.listAll(project_id, undefined, { rowsMax: 9, bytesMax: 99_999 })
    expect(rows.map(({ id }) => id)).toEqual(['again', 'kept'])
    expect(await freeAllRemoved(clickhouse, ALL)).toBe(0)
  })

  test('of removed records are found among many tombstones in little memory', async () => {
    const { storage, clickhouse } = await open()
    const project_id = 'team/app'
    await storage.objects.addTags(project_id, { object_id: 'last', digest: 'd' }, ['tag'])
    await storage.objects.removeTags(project_id, { object_id: 'last', digest: 'd' }, ['tag'])
    await clickhouse.command(`insert into object_tags (project_id, object_id, digest, tag, version, is_deleted)
      select '${project_id}', 'a' || toString(number), 'd', 'tag', ${ALL}, 1 from numbers(300000)`)
    const small = new ClickHouse({ ...clickhouse.target, memoryBytesMax: 60_000_000 })
    onTestFinished(() => small.close())

    await freeAllRemoved(small, ALL)

    const rest = await clickhouse.query(`select count() as n from object_tags where object_id = 'last'`)
    expect(rest).toEqual([{ n: 0 }])
  })

  test('of removed users, roles, keys and their uses, tags and spans are deleted as well', async () => {
    const { storage, clickhouse } = await open()
    const user = newUser()
    const keys = [newKey(user), newKey(user)]
    const version = objectVersion({ project_id: 'team/app' })
    const span = agentSpan('team/app', 's')
    await storage.accounts.putUser(user)
    await storage.accounts.putMembership({ user_id: user.id, entity: 'team', role: 'viewer' })
    await storage.objects.publish(version)
    await storage.objects.addTags('team/app', version, ['tag'])
    await storage.agentSpans.put([span])
    for (const key of keys) {
      await storage.accounts.putKey(key)
      await storage.accounts.putKeyUse({ key_id: key.id, last_used_at: 1 })
    }
    await storage.accounts.putSession(newSession(user, { key_id: keys[0]?.id ?? null }))
    await storage.accounts.removeKey(keys[0]?.id ?? '')
    await storage.accounts.removeMembership(user.id, 'team')
    await storage.accounts.removeUser(user.id)
    await storage.objects.removeTags('team/app', version, ['tag'])
    await storage.agentSpans.remove({ project_id: 'team/app' }, 1)

    for (const _ of ['rows', 'tombstones']) await freeAllRemoved(clickhouse, ALL)

    const [left] = await clickhouse.query<{ n: number }>(
      `select (select count() from users) + (select count() from memberships) + (select count() from api_keys)
        + (select count() from key_uses) + (select count() from sessions) + (select count() from object_tags)
        + (select count() from agent_spans) as n`,
    )
    expect(left).toEqual({ n: 0 })
  })
})

test('tombstones of removed records are kept unless all replicas have deleted the older rows', async () => {
  const [table] = RECORD_TABLES
  if (!table) throw new Error('unreachable')
  const selects: string[] = []
  const waitsFor: (string | null)[] = []
  const host = await serveHttp(async (request, response) => {
    const statement = await text(request)
    if (statement.startsWith('delete')) {
      waitsFor.push(
        new URL(request.url ?? '', 'http://localhost').searchParams.get('lightweight_deletes_sync'),
      )
      response.writeHead(500).end('Code: 341. DB::Exception: Mutation is not finished. (UNFINISHED)')
    } else if (statement.includes('arrayJoin')) {
      selects.push(statement)
      response.end(JSON.stringify({ id: 'a', version: 1 }))
    } else response.end()
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())

  await expect(freeRemovedRecords(clickhouse, table, ALL)).rejects.toThrow()

  expect(waitsFor).toEqual(['2'])
  expect(selects).toHaveLength(1)
})
