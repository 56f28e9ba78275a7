import { expect, onTestFinished, test } from 'vitest'
import {
  ACCOUNTS,
  catchUp,
  changeCursors,
  compareStorages,
  copyStorage,
  removeSurplus,
} from '../operations/transfer/copy.ts'
import { newSession, newUser, objectVersion } from '../storage/conformance/rows.ts'
import type { Storage } from '../storage/port.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const project_id = 'team/app'

async function openEmpty(): Promise<Storage> {
  const storage = await openSqliteStorage({ folder: temporaryFolder() })
  onTestFinished(() => storage.close())
  return storage
}

/** The lists that differ after a copy, a change of the source, and another copy. */
async function differencesAfter(
  write: (source: Storage) => Promise<unknown>,
  change: (source: Storage) => Promise<unknown>,
): Promise<string[]> {
  const [source, target] = [await openEmpty(), await openEmpty()]
  await write(source)
  const cursors = await changeCursors(source)
  await copyStorage(source, target)

  await change(source)
  await removeSurplus(source, target, ACCOUNTS)
  await catchUp(source, target, cursors)
  await removeSurplus(source, target)

  return listsThatDiffer(source, target)
}

async function listsThatDiffer(source: Storage, target: Storage): Promise<string[]> {
  const lists: string[] = []
  for await (const check of compareStorages(source, target)) if (!check.isEqual) lists.push(check.list)
  return lists
}

test('a user who was replaced by one of the same name is so in the copy', async () => {
  const user = { name: 'ada', server_admin: false, created_at: 1 }

  const different = await differencesAfter(
    ({ accounts }) => accounts.putUser({ id: 'first', ...user }),
    async ({ accounts }) => {
      await accounts.removeUser('first')
      await accounts.putUser({ id: 'second', ...user })
    },
  )

  expect(different).toEqual([])
})

test('a version that was deleted and published again by another is so in the copy', async () => {
  const version = objectVersion({ project_id, created_at: 1, wb_user_id: 'ada' })
  const { object_id, digest } = version

  const different = await differencesAfter(
    async ({ objects }) => {
      await objects.publish(version)
      await objects.addTags(project_id, version, ['tagged'])
    },
    async ({ objects }) => {
      await objects.delete(project_id, object_id, [digest], 5)
      await objects.publish({ ...version, created_at: 7, wb_user_id: 'grace' })
    },
  )

  expect(different).toEqual([])
})

test('sessions that have expired make no difference, and others do', async () => {
  const user = newUser()
  // In the copy, the one that is valid is stored last, which removes those that expired before it was opened.
  const expired = newSession(user, { hash: 'a', created_at: 1_000, expires_at: 9_000 })
  const valid = newSession(user, { hash: 'b', created_at: 10_000, expires_at: 4_000_000_000_000_000 })
  const [source, target] = [await openEmpty(), await openEmpty()]
  await source.accounts.putUser(user)
  for (const session of [valid, expired]) await source.accounts.putSession(session)
  await copyStorage(source, target)

  expect(await listsThatDiffer(source, target)).toEqual([])
  await target.accounts.removeSession(valid.hash)
  expect(await listsThatDiffer(source, target)).toEqual([ACCOUNTS])
})
