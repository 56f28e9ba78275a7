import { expect, test } from 'vitest'
import { callRef } from '../../domain/objects/ref.ts'
import type { Storage } from '../port.ts'
import type { OpenedStorage } from './opened-storage.ts'
import {
  annotationItem,
  end,
  feedback,
  newKey,
  newProjectId,
  newUser,
  objectVersion,
  rename,
  start,
} from './rows.ts'

/** Guarantees for two processes, or two threads, that write to one storage at the same time. */
export function twoWriterGuarantees(open: () => Promise<OpenedStorage>): void {
  const together = (title: string, check: (one: Storage, other: Storage) => Promise<void>) =>
    test(title, async () => {
      const opened = await open()
      const other = await opened.openAnother()
      try {
        await check(opened.storage, other)
      } finally {
        await other.close()
        await opened.cleanup()
      }
    })

  together('what one has written, the other finds', async (one, other) => {
    const project_id = newProjectId()
    await one.calls.write([start({ project_id, id: 'a' })])
    await other.calls.write([end({ project_id, id: 'a' }), start({ project_id, id: 'b' })])

    for (const storage of [one, other]) {
      expect(await storage.calls.read(project_id, ['a', 'b'], [])).toMatchObject([
        { id: 'a', ended_at: 2_000 },
        { id: 'b', ended_at: null },
      ])
    }
    expect(await one.projects.find([project_id])).toEqual(await other.projects.find([project_id]))
  })

  together('parts of one call that both write make one call', async (one, other) => {
    const project_id = newProjectId()
    const keys = Array.from({ length: 50 }, (_, at) => ({ project_id, id: `call-${at}` }))

    await Promise.all([
      ...keys.map((key) => one.calls.write([start(key), rename(key, 'renamed')])),
      ...keys.map((key) => other.calls.write([end(key)])),
    ])

    const ids = keys.map(({ id }) => id)
    const calls = await one.calls.read(project_id, ids, [])
    expect(calls).toHaveLength(50)
    for (const call of calls) expect(call).toMatchObject({ ended_at: 2_000, display_name: 'renamed' })
  })

  together(
    'versions that both publish have every index once, and stay where they are',
    async (one, other) => {
      const project_id = newProjectId()
      const publish = (storage: Storage, name: string) =>
        [0, 1, 2].map((at) => storage.objects.publish(objectVersion({ project_id, digest: `${name}${at}` })))
      await Promise.all([...publish(one, 'one'), ...publish(other, 'other'), ...publish(other, 'one')])

      const versions = await one.objects.versions(project_id, 'cfg')
      await other.objects.publish(objectVersion({ project_id, digest: 'last' }))

      expect(versions.map(({ version_index }) => version_index)).toEqual([0, 1, 2, 3, 4, 5])
      expect(versions.filter(({ is_latest }) => is_latest)).toHaveLength(1)
      const after = await other.objects.versions(project_id, 'cfg')
      expect(after.map(({ digest }) => digest)).toEqual([...versions.map(({ digest }) => digest), 'last'])
    },
  )

  together('a call that both add to a queue is one item', async (one, other) => {
    const project_id = newProjectId()
    const add = (storage: Storage, added_by: string) =>
      storage.queues.addItems([annotationItem(project_id, 'a', { added_by })])

    await Promise.all([add(one, 'ada'), add(other, 'bob')])

    expect(await one.queues.findItems({ project_id, sort: [] })).toHaveLength(1)
    expect(await other.queues.count(project_id, ['q'])).toMatchObject([{ total_items: 1 }])
  })

  together('a reader of changes misses none of either', async (one, other) => {
    const project_id = newProjectId()
    let { cursor } = await one.calls.changes(project_id, undefined, 0)
    const seen = new Set<string>()
    const follow = async () => {
      const found = await one.calls.changes(project_id, cursor, 7)
      for (const { id } of found.changes) seen.add(id)
      cursor = found.cursor
      return found.changes.length
    }
    const writes = Array.from({ length: 40 }, (_, at) =>
      (at % 2 ? one : other).calls.write([start({ project_id, id: `call-${at}` })]),
    )
    await follow()
    await Promise.all(writes)
    while ((await follow()) > 0);

    expect(seen.size).toBe(40)

    await other.feedback.put([feedback({ project_id, id: 'f', weave_ref: callRef(project_id, 'call-3') })])
    expect(await follow()).toBe(1)
  })

  together('a key that one removes does not work for the other', async (one, other) => {
    const user = newUser()
    const [key, late] = [newKey(user), newKey(user)]
    await one.accounts.putUser(user)
    await one.accounts.putKey(key)
    expect(await other.accounts.holder(key.hash)).toMatchObject({ key })

    await Promise.all([one.accounts.removeUser(user.id), other.accounts.putKey(late)])

    expect(await other.accounts.holder(key.hash)).toBeUndefined()
    expect(await one.accounts.holder(late.hash)).toBeUndefined()
  })
}
