import { expect, onTestFinished, test, vi } from 'vitest'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openWithClient } from '../../testing/clickhouse-storage.ts'
import { newUser } from '../conformance/rows.ts'

const server = await clickhouseForTests()

test.skipIf(server === undefined)(
  'a user is removed even if their memberships cannot be, which gives no access',
  async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const { accounts } = storage
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const user = newUser()
    await accounts.putUser(user)
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'viewer' })

    await clickhouse.command('rename table memberships to absent')
    await accounts.removeUser(user.id)
    await clickhouse.command('rename table absent to memberships')

    expect(log).toHaveBeenCalledOnce()
    expect(await accounts.users()).toEqual([])
    expect(await accounts.allMemberships()).toEqual([])
  },
)
