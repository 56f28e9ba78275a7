import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import type { OpenedStorage } from './opened-storage.ts'
import {
  annotationItem,
  annotationQueue,
  end,
  feedback,
  newKey,
  newProjectId,
  newUser,
  objectVersion,
  price,
  remove,
  rename,
  start,
  tableRow,
} from './rows.ts'

export function durabilityGuarantees(open: () => Promise<OpenedStorage>): void {
  test('written data is there after a restart', async () => {
    const opened = await open()
    try {
      const project_id = newProjectId()
      const user = newUser()
      const key = newKey(user)
      await writeOfEverything(opened.storage, project_id)
      await opened.storage.accounts.putUser(user)
      await opened.storage.accounts.putKey(key)
      const before = await everything(opened.storage, project_id, key.hash)

      const reopened = await opened.reopen()

      expect(await everything(reopened, project_id, key.hash)).toEqual(before)
      expect(before).toMatchObject({ found: ['a'], versions: [{ tags: ['tag'] }], holder: { key } })
    } finally {
      await opened.cleanup()
    }
  })

  test('writing continues after a restart', async () => {
    const opened = await open()
    try {
      const project_id = newProjectId()
      await opened.storage.calls.write([start({ project_id, id: 'a' }), remove({ project_id, id: 'gone' })])
      await opened.storage.objects.publish(objectVersion({ project_id, digest: 'A' }))
      const [project] = await opened.storage.projects.find([project_id])

      const reopened = await opened.reopen()
      await reopened.calls.write([end({ project_id, id: 'a' }), start({ project_id, id: 'gone' })])
      await reopened.objects.publish(objectVersion({ project_id, digest: 'B' }))

      expect(await reopened.calls.read(project_id, ['a', 'gone'], [])).toMatchObject([
        { id: 'a', ended_at: 2_000 },
      ])
      expect(await reopened.objects.versions(project_id, 'cfg')).toMatchObject([
        { version_index: 0, is_latest: false },
        { version_index: 1, is_latest: true },
      ])
      expect(await reopened.projects.find([project_id])).toEqual([project])
    } finally {
      await opened.cleanup()
    }
  })

  test('a closed storage finishes accepted writes and refuses others', async () => {
    const opened = await open()
    try {
      const project_id = newProjectId()
      const ids = Array.from({ length: 300 }, (_, index) => `id-${index}`)
      const accepted = ids.map((id) => opened.storage.calls.write([start({ project_id, id })]))

      const closed = opened.storage.close()
      const late = [
        opened.storage.calls.write([start({ project_id, id: 'late' })]),
        opened.storage.calls.read(project_id, ids, []),
      ]

      for (const refused of late) await expect(refused).rejects.toThrow()
      await Promise.all(accepted)
      await closed
      const reopened = await opened.reopen()
      expect(await reopened.calls.count({ project_id, filter: {}, sort: [] })).toBe(300)
    } finally {
      await opened.cleanup()
    }
  })
}

async function writeOfEverything(storage: Storage, project_id: string): Promise<void> {
  const key = { project_id, id: 'a' }
  const version = { object_id: 'cfg', digest: 'digest-a' }
  await storage.calls.write([start(key), end(key), rename(key, 'name'), remove({ project_id, id: 'gone' })])
  await storage.objects.publish(objectVersion({ project_id }))
  await storage.objects.addTags(project_id, version, ['tag'])
  await storage.objects.setAliases(project_id, version, ['alias'])
  await storage.tables.put(project_id, 'table', ['r', 'lost'], [tableRow('r', { n: 1 })])
  await storage.files.put(project_id, 'file', Uint8Array.from([1, 2, 3]))
  await storage.feedback.put([feedback({ project_id, id: 'f' })])
  await storage.prices.put([price(project_id, { id: 'p' })])
  await storage.queues.put(annotationQueue(project_id))
  await storage.queues.addItems([annotationItem(project_id, 'a')])
  await storage.projects.setRetentionDays(project_id, 30, 7)
}

async function everything(storage: Storage, project_id: string, keyHash: string) {
  return {
    projects: await storage.projects.find([project_id]),
    sizes: await storage.projects.sizes(project_id),
    found: await storage.calls.find({ project_id, filter: {}, sort: [] }),
    calls: await storage.calls.read(project_id, ['a'], ['inputs', 'output']),
    versions: await storage.objects.versions(project_id, 'cfg'),
    values: await storage.objects.values(project_id, [{ object_id: 'cfg', digest: 'digest-a' }]),
    rows: await storage.tables.find({ project_id, digest: 'table', sort: [] }),
    file: await storage.files.get(project_id, 'file'),
    feedback: await storage.feedback.find({ project_id, sort: [] }),
    prices: await storage.prices.find({ project_id, sort: [] }),
    queues: await storage.queues.find({ project_id, sort: [] }),
    items: await storage.queues.findItems({ project_id, sort: [] }),
    retention: await storage.projects.retention(project_id),
    holder: await storage.accounts.holder(keyHash),
  }
}
