import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListAll, ListLimits, ListPage } from '../port/pages.ts'
import type { Storage } from '../port.ts'
import type { OpenedStorage } from './opened-storage.ts'
import { writeRichState } from './rich-state.ts'
import { newProjectId, start } from './rows.ts'

const PAGE = { rowsMax: 1_000, bytesMax: 1_000_000 }
const SMALL_PAGES: readonly ListLimits[] = [
  { rowsMax: 1, bytesMax: 1_000_000 },
  { rowsMax: 2, bytesMax: 1_000_000 },
  { rowsMax: 1_000, bytesMax: 1 },
]

/** Export, verification of a copy and migration to another engine all need a complete listing. */
export function listingGuarantees(open: () => Promise<OpenedStorage>): void {
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

  test('a list that is written to another storage is listed there again', async () => {
    const before = await contentsOf(opened(source), projectId)
    const after = await contentsOf(opened(copy), projectId)

    expect(after).toEqual(before)
    for (const rows of Object.values(before)) expect(rows).not.toEqual([])
    expect(await namesIn(opened(copy))).toEqual([projectId])
  })

  test('a copy returns the same results as the original', async () => {
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
    audit: (await gathered((cursor) => storage.audit.listAll(cursor, PAGE))).rows,
  }
}

async function copyStorage(from: Storage, to: Storage): Promise<void> {
  for (const { user, memberships, keys, key_uses, sessions } of (
    await gathered((cursor) => from.accounts.listAll(cursor, PAGE))
  ).rows) {
    await to.accounts.putUser(user)
    for (const membership of memberships) await to.accounts.putMembership(membership)
    for (const key of keys) await to.accounts.putKey(key)
    for (const use of key_uses) await to.accounts.putKeyUse(use)
    for (const session of sessions) await to.accounts.putSession(session)
  }
  const { rows: entries } = await gathered((cursor) => from.audit.listAll(cursor, PAGE))
  for (const entry of entries) await to.audit.append(entry)
  const { rows: projects } = await gathered((cursor) => from.projects.listAll(cursor, PAGE))
  for (const { retention, redaction_rules, ...project } of projects) {
    const { days, ...state } = retention
    await to.projects.put(project)
    await to.projects.setRetentionDays(project.project_id, days, 0)
    await to.projects.setRemovalState(project.project_id, state)
    await to.projects.setRedactionRules(project.project_id, redaction_rules)
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
