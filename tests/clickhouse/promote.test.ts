import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lockFolder } from '../../server/src/service/folder-lock.ts'
import { writeRichState } from '../../server/src/storage/conformance/rich-state.ts'
import { end, feedback, objectVersion, start } from '../../server/src/storage/conformance/rows.ts'
import type { Storage } from '../../server/src/storage/port.ts'
import { openSqliteStorage } from '../../server/src/storage/sqlite/storage.ts'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../server/src/testing/clickhouse.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { BUNDLE } from '../server/command.ts'

vi.setConfig({ testTimeout: 120_000 })

const PROJECT = 'team/app'
const server = await clickhouseForTests()

describe.skipIf(server === undefined)('heddle promote', () => {
  let root: string
  let folder: string
  let url: string
  beforeEach(async () => {
    root = temporaryFolder()
    folder = join(root, 'data')
    url = newDatabaseUrl(server?.urls[0] ?? '')
    onTestFinished(() => dropDatabase(url))
    await write((storage) => writeRichState(storage, PROJECT))
  })

  async function write(change: (storage: Storage) => Promise<unknown>): Promise<void> {
    const storage = await openSqliteStorage({ folder })
    await change(storage)
    await storage.close()
  }
  const promote = (from: string, to: string) =>
    openTerminal(folder).run('promote', '--from', from, '--to', to)

  test('a folder that was copied to ClickHouse and back is equal to the first, list by list', async () => {
    const there = await promote(folder, url)
    const back = await promote(url, join(root, 'copy'))

    expect([there.code, back.code]).toEqual([0, 0])
    expect(there.printed.every((line) => line.startsWith('equal'))).toBe(true)
    expect(there.printed.length).toBeGreaterThan(10)
    expect(back.printed).toEqual(there.printed)
  })

  test('a target that was dropped after the first run is copied again', async () => {
    const unlock = lockFolder(folder, 'server')
    await promote(folder, url)
    unlock()
    await dropDatabase(url)

    const again = await promote(folder, url)

    expect(again.code).toBe(0)
    expect(again.printed.every((line) => line.startsWith('equal'))).toBe(true)
  })

  test('beside a running server it copies without comparing, and the next run copies later writes', async () => {
    const unlock = lockFolder(folder, 'server')
    const beside = await promote(folder, url)
    unlock()
    await write(async (storage) => {
      await storage.calls.write([
        start({ project_id: PROJECT, id: 'late' }),
        end({ project_id: PROJECT, id: 'late' }),
      ])
      await storage.calls.write([{ part: 'delete', project_id: PROJECT, id: 'whole', deleted_at: 5 }])
      await storage.feedback.put([feedback({ project_id: PROJECT, id: 'late' })])
      await storage.objects.publish(objectVersion({ project_id: 'team/new', digest: 'late' }))
    })

    const after = await promote(folder, url)

    expect(beside).toMatchObject({ code: 0, printed: [] })
    expect(after.code).toBe(0)
    expect(after.printed.find((line) => line.includes('team/new objects'))).toMatch(/^equal .* 1 rows/)
    expect(after.noted.join('\n')).not.toContain('Copied')
  })

  test('rows deleted between two runs are removed from the copy', async () => {
    const unlock = lockFolder(folder, 'server')
    await promote(folder, url)
    unlock()
    await write(async (storage) => {
      await storage.feedback.purge(PROJECT, [{ id: 'a', weave_ref: 'weave:///team/app/call/1' }])
      await storage.prices.purge(PROJECT, ['o'])
      await storage.agentSpans.remove({ project_id: PROJECT }, 1)
      await storage.objects.removeTags(PROJECT, { object_id: 'republished', digest: 'b' }, ['t'])
      await storage.objects.removeAliases(PROJECT, 'republished', ['prod'])
      const [first, second] = await storage.accounts.users()
      for (const { id } of await storage.accounts.keys(first?.id ?? '')) await storage.accounts.removeKey(id)
      await storage.accounts.removeUser(second?.id ?? '')
    })

    const { code, printed, noted } = await promote(folder, url)

    expect(printed.filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
    expect(code).toBe(0)
    expect(noted.join('\n')).toContain('Removed 7 rows')
  })

  test('an interrupted run continues where it stopped', async () => {
    let pages = 0
    const progress = () => {
      if (++pages === 4) throw new Error('interrupted')
    }
    const args = ['promote', '--from', folder, '--to', url]
    await expect(openTerminal(folder).runWith({ progress }, ...args)).rejects.toThrow('interrupted')

    const { code, printed } = await openTerminal(folder).run(...args)

    expect(code).toBe(0)
    expect(printed.length).toBeGreaterThan(10)
  })

  test('a run that is killed is continued by the next one, in both directions', async () => {
    await write((storage) => storage.calls.write(manyCalls()))
    const copy = join(root, 'copy')

    const there = await killAmidCalls(folder, ['--from', folder, '--to', url])
    const rest = await promote(folder, url)
    const back = await killAmidCalls(copy, ['--from', url, '--to', copy])
    const restBack = await promote(url, copy)

    // Each was killed while it copied calls, and what was copied before is not copied again.
    for (const { position, isCopied } of [there, back])
      expect({ list: position?.list, isCopied }).toEqual({ list: 'calls', isCopied: undefined })
    expect([rest.code, restBack.code]).toEqual([0, 0])
    for (const { noted } of [rest, restBack]) expect(copiedRows(noted)).toBeLessThan(CALLS)
    expect(rest.printed.find((line) => line.includes(`${PROJECT} calls`))).toMatch(/^equal/)
    expect(restBack.printed).toEqual(rest.printed)
  })

  test('a copy that lacks something is reported with the list that differs', async () => {
    await promote(folder, url)
    const other = newDatabaseUrl(server?.urls[0] ?? '')
    onTestFinished(() => dropDatabase(other))
    await promote(folder, other)
    const copy = join(root, 'copy')
    await promote(other, copy)
    const storage = await openSqliteStorage({ folder: copy })
    await storage.feedback.put([feedback({ project_id: PROJECT, id: 'extra' })])
    await storage.close()

    const { code, printed } = await promote(url, copy)

    expect(code).toBe(3)
    expect(printed.filter((line) => line.startsWith('DIFFERENT'))).toMatchObject(
      [/team\/app feedback/].map((each) => expect.stringMatching(each)),
    )
  })

  test('two folders or two databases are refused', async () => {
    expect(await promote(folder, join(root, 'copy'))).toMatchObject({ code: 2 })
    expect(await promote(url, url)).toMatchObject({ code: 2 })
    expect(await promote('clickhouse://u:secret@h', folder)).toMatchObject({ code: 2 })
  })
})

const CALLS = 8_000

const manyCalls = () =>
  Array.from({ length: CALLS }, (_, at) => ({ project_id: PROJECT, id: `many-${at}` })).flatMap((key) => [
    start(key),
    end(key),
  ])

const copiedRows = (noted: readonly string[]): number =>
  Number(/Copied (\d+) rows/.exec(noted.join('\n'))?.[1] ?? Number.NaN)

/** Runs the built command until it has copied a page of calls, kills it, and returns the progress that it saved. */
async function killAmidCalls(folder: string, args: readonly string[]) {
  const file = join(folder, 'promote-progress')
  const progress = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).state : {})
  const child = spawn(process.execPath, [BUNDLE, 'promote', ...args], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  while (child.exitCode === null && (progress().position?.list !== 'calls' || !progress().position.next))
    await wait(1)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return progress()
}
