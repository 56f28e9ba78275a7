import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentSpan } from '../../testing/agent-spans.ts'
import type { ListAll, ListLimits, ListPage } from '../port/pages.ts'
import type { Storage } from '../port.ts'
import type { OpenedStorage } from './opened-storage.ts'
import {
  annotationItem,
  annotationQueue,
  end,
  feedback,
  json,
  modelUsage,
  newKey,
  newProjectId,
  newSession,
  newUser,
  objectVersion,
  price,
  remove,
  rename,
  start,
  tableRow,
} from './rows.ts'

const PAGE = { rowsMax: 1_000, bytesMax: 1_000_000 }
const SMALL_PAGES: readonly ListLimits[] = [
  { rowsMax: 1, bytesMax: 1_000_000 },
  { rowsMax: 2, bytesMax: 1_000_000 },
  { rowsMax: 1_000, bytesMax: 1 },
]

/** A complete listing is what an export, a check of a copy and a move to another engine are made of. */
export function listingPromises(open: () => Promise<OpenedStorage>): void {
  const projectId = newProjectId()
  let source: OpenedStorage | undefined
  let copy: OpenedStorage | undefined
  const opened = (one: OpenedStorage | undefined): Storage => one?.storage ?? expect.fail('not open')
  beforeAll(async () => {
    source = await open()
    await writeRichState(source.storage, projectId)
    copy = await open()
    await copyStorage(source.storage, copy.storage)
  })
  afterAll(async () => {
    await source?.cleanup()
    await copy?.cleanup()
  })

  test('everything that is listed, written to another storage, is listed there again', async () => {
    const before = await contentsOf(opened(source), projectId)
    const after = await contentsOf(opened(copy), projectId)

    expect(after).toEqual(before)
    for (const rows of Object.values(before)) expect(rows).not.toEqual([])
    expect(await namesIn(opened(copy))).toEqual([projectId])
  })

  test('a copy answers as the original does', async () => {
    const [before, after] = [opened(source), opened(copy)]
    const everything = { project_id: projectId, sort: [] }

    const answers = (storage: Storage) =>
      Promise.all([
        storage.projects.find([projectId]),
        storage.projects.sizes(projectId),
        storage.calls.find({ ...everything, filter: {} }),
        storage.calls.usage(projectId, ['whole']),
        storage.objects.find(everything),
        storage.tables.find({ ...everything, digest: 'table' }),
        storage.feedback.find(everything),
        storage.prices.find(everything),
        storage.queues.find(everything),
        storage.queues.findItems(everything),
        storage.agentSpans.find(everything),
      ])

    expect(await answers(after)).toEqual(await answers(before))
  })

  test('a call that was deleted stays deleted in a copy', async () => {
    await opened(copy).calls.write([start({ project_id: projectId, id: 'deleted' })])

    expect(await opened(copy).calls.read(projectId, ['deleted'], [])).toEqual([])
  })

  describe('pages', () => {
    test.each(SMALL_PAGES)('of %j are resumed at their cursors', async (limits) => {
      for (const [name, list] of Object.entries(listsOf(opened(source)))) {
        const whole = await gathered((cursor) => list(projectId, cursor, PAGE))
        const paged = await gathered((cursor) => list(projectId, cursor, limits))

        expect([name, paged.rows]).toEqual([name, whole.rows])
        expect(paged.pages).toBeGreaterThanOrEqual(whole.rows.length / 2)
      }
    })

    test('of an unknown project are empty', async () => {
      for (const list of Object.values(listsOf(opened(source))))
        expect(await list(newProjectId(), undefined, PAGE)).toEqual({ rows: [], next: null })
    })

    test.each(['', '{}', '[]', '[null]', 'a', '["a"'])('do not start at %j', async (cursor) => {
      const { calls } = opened(source)

      await expect(calls.listAll(projectId, cursor, PAGE)).rejects.toMatchObject({ code: 'invalid_request' })
    })
  })
}

const listsOf = ({
  calls,
  objects,
  tables,
  files,
  feedback,
  prices,
  queues,
  agentSpans,
}: Storage): Record<string, ListAll<unknown>> => ({
  calls: calls.listAll,
  objects: objects.listAll,
  tables: tables.listAll,
  rows: tables.listAllRows,
  files: files.listAll,
  feedback: feedback.listAll,
  prices: prices.listAll,
  queues: queues.listAll,
  items: queues.listAllItems,
  progress: queues.listAllProgress,
  spans: agentSpans.listAll,
})

async function gathered<Row>(next: (cursor: string | undefined) => Promise<ListPage<Row>>) {
  const rows: Row[] = []
  let pages = 0
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: ListPage<Row> = await next(cursor)
    rows.push(...page.rows)
    cursor = page.next
    pages += 1
  }
  return { rows, pages }
}

const namesIn = async ({ projects }: Storage) =>
  (await gathered((cursor) => projects.listAll(cursor, PAGE))).rows.map(({ project_id }) => project_id)

async function contentsOf(storage: Storage, projectId: string) {
  const ofProject = async (list: ListAll<unknown>) =>
    (await gathered((cursor) => list(projectId, cursor, PAGE))).rows
  const lists: [string, unknown[]][] = []
  for (const [name, list] of Object.entries(listsOf(storage))) lists.push([name, await ofProject(list)])
  return {
    ...Object.fromEntries(lists),
    projects: (await gathered((cursor) => storage.projects.listAll(cursor, PAGE))).rows,
    accounts: (await gathered((cursor) => storage.accounts.listAll(cursor, PAGE))).rows,
  }
}

async function copyStorage(from: Storage, to: Storage): Promise<void> {
  for (const { user, memberships, keys, sessions } of (
    await gathered((cursor) => from.accounts.listAll(cursor, PAGE))
  ).rows) {
    await to.accounts.putUser(user)
    for (const membership of memberships) await to.accounts.putMembership(membership)
    for (const key of keys) await to.accounts.putKey(key)
    for (const session of sessions) await to.accounts.putSession(session)
  }
  const { rows: projects } = await gathered((cursor) => from.projects.listAll(cursor, PAGE))
  for (const { retention, ...project } of projects) {
    const { days, ...state } = retention
    await to.projects.put(project)
    await to.projects.setRetentionDays(project.project_id, days, 0)
    await to.projects.setRemovalState(project.project_id, state)
    await copyProject(from, to, project.project_id)
  }
}

async function copyProject(from: Storage, to: Storage, projectId: string): Promise<void> {
  const all = async <Row>(list: ListAll<Row>) =>
    (await gathered((cursor) => list(projectId, cursor, PAGE))).rows
  await to.calls.write((await all(from.calls.listAll)).flat())
  await copyObjects(from, to, projectId)
  for (const { digest, row_digests } of await all(from.tables.listAll))
    await to.tables.put(projectId, digest, row_digests, [])
  await to.tables.putRows(projectId, await all(from.tables.listAllRows))
  for (const { digest, bytes } of await all(from.files.listAll)) await to.files.put(projectId, digest, bytes)
  await to.feedback.put(await all(from.feedback.listAll))
  await to.prices.put(await all(from.prices.listAll))
  for (const queue of await all(from.queues.listAll)) await to.queues.put(queue)
  await to.queues.addItems(await all(from.queues.listAllItems))
  for (const progress of await all(from.queues.listAllProgress)) await to.queues.putProgress(progress)
  await to.agentSpans.put(await all(from.agentSpans.listAll))
}

/** As `ObjectStore.listAll` says. */
async function copyObjects(from: Storage, to: Storage, projectId: string): Promise<void> {
  const { rows: versions } = await gathered((cursor) => from.objects.listAll(projectId, cursor, PAGE))
  for (const version of versions) await to.objects.publish(version)
  for (const { object_id, digest, deleted_at } of versions)
    if (deleted_at !== null) await to.objects.delete(projectId, object_id, [digest], deleted_at)
  for (const version of versions) {
    if (version.is_latest) await to.objects.publish(version)
    await to.objects.addTags(projectId, version, version.tags)
    await to.objects.setAliases(projectId, version, version.aliases)
  }
}

async function writeRichState(storage: Storage, project_id: string): Promise<void> {
  await writeCalls(storage, project_id)
  await writeObjects(storage, project_id)
  await storage.tables.put(
    project_id,
    'table',
    ['r2', 'lost', 'r1', 'r2'],
    [tableRow('r1', { n: 1 }), tableRow('r2', { text: 'x'.repeat(100) })],
  )
  await storage.tables.put(project_id, 'empty', [], [])
  await storage.files.put(project_id, 'file', Uint8Array.from([0, 255, 1]))
  await storage.files.put(project_id, 'nothing', new Uint8Array(0))
  await storage.feedback.put([
    feedback({ project_id, id: 'z', created_at: 1, payload: json({ __proto__: 1, a: [null] }) }),
    feedback({ project_id, id: 'a', created_at: 2, scorer_ratings: { constructor: 3 } }),
  ])
  await storage.prices.put([price(project_id, { id: 'p' }), price(project_id, { id: 'o', created_at: 1 })])
  await writeQueues(storage, project_id)
  await storage.agentSpans.put([
    agentSpan(project_id, 'b', { input_tokens: 3, raw_span_dump: '{"a":1.0}' }),
    agentSpan(project_id, 'a', { finish_reasons: ['stop'] }),
  ])
  await storage.projects.put({ project_id, internal_id: 'from another storage' })
  await storage.projects.setRetentionDays(project_id, 30, 7)
  const held = { held_at: 9, calls: 200, agent_spans: 1 }
  await storage.projects.setRemovalState(project_id, { checked_at: 7, held })
  await writeAccounts(storage)
}

async function writeCalls(storage: Storage, project_id: string): Promise<void> {
  const key = (id: string) => ({ project_id, id })
  const usage = [modelUsage('m', { prompt_tokens: 7 }), modelUsage('n')]
  await storage.calls.write([
    start(key('whole'), {
      expire_at: 5,
      display_name: 'first',
      input_refs: ['weave:///in', 'weave:///too'],
      inputs: json({ __proto__: 1e300, text: '\ud83c' }),
      otel_dump: json({ a: 1 }),
      wb_run_id: 'run',
      wb_run_step: 3,
      end_user: 'ada',
      kind: 'llm',
      input_preview: 'asked',
      response_id: 'response',
    }),
    end(key('whole'), {
      output: json('x'),
      output_preview: 'x',
      output_refs: ['weave:///out'],
      usage,
      descendant_failed: true,
    }),
    rename(key('whole'), 'second'),
    start(key('open'), { parent_id: 'whole', thread_id: 'thread', turn_id: 'open' }),
    end(key('unstarted'), { exception: 'broken', wb_run_step_end: 4 }),
    rename(key('only a name'), ''),
    start(key('deleted')),
    remove(key('deleted')),
  ])
}

async function writeObjects({ objects }: Storage, project_id: string): Promise<void> {
  const publish = (object_id: string, digest: string, created_at: number) =>
    objects.publish(objectVersion({ project_id, object_id, digest, created_at, val: json({ digest }) }))
  for (const [at, digest] of ['c', 'b', 'a', 'c'].entries()) await publish('republished', digest, at)
  for (const [at, digest] of ['x', 'y', 'z'].entries()) await publish('pruned', digest, at)
  await objects.delete(project_id, 'pruned', ['x', 'z'], 9)
  await publish('revived', 'a', 1)
  await objects.delete(project_id, 'revived', ['a'], 2)
  await publish('revived', 'a', 3)
  await objects.publish(objectVersion({ project_id, object_id: 'republished', digest: 'op', kind: 'op' }))
  await objects.addTags(project_id, { object_id: 'republished', digest: 'b' }, ['t', 'é'])
  await objects.setAliases(project_id, { object_id: 'republished', digest: 'a' }, ['prod'])
}

async function writeQueues({ queues }: Storage, project_id: string): Promise<void> {
  await queues.put(annotationQueue(project_id, { scorer_refs: ['s'] }))
  await queues.put(annotationQueue(project_id, { id: 'gone', deleted_at: 3 }))
  await queues.addItems([annotationItem(project_id, 'a'), annotationItem(project_id, 'b')])
  const report = { project_id, item_id: 'item-a' }
  await queues.putProgress({
    ...report,
    annotator_user_id: 'z',
    annotation_state: 'completed',
    updated_at: 5,
  })
  await queues.putProgress({ ...report, annotator_user_id: 'a', annotation_state: 'skipped', updated_at: 6 })
  await queues.putProgress({ ...report, annotator_user_id: 'm', annotation_state: 'skipped', updated_at: 4 })
}

async function writeAccounts({ accounts }: Storage): Promise<void> {
  const [user, other] = [newUser({ server_admin: true }), newUser()]
  const key = newKey(user, { scope: 'read', project_id: 'team/app' })
  for (const each of [user, other]) await accounts.putUser(each)
  await accounts.putMembership({ user_id: other.id, entity: 'team', role: 'editor' })
  for (const each of [key, newKey(user)]) await accounts.putKey(each)
  await accounts.putSession(newSession(user, { key_id: key.id }))
  await accounts.putSession(newSession(other))
}
