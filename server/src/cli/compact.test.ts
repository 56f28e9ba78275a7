import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../service/folder-lock.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { openAgedCalls, PROJECT } from '../testing/aged-calls.ts'
import { openTerminal } from '../testing/terminal.ts'

test('compacting returns the space of deleted calls, and leaves no trace of them in the file', async () => {
  const { folder, run, fill, idsLeft } = openAgedCalls()
  await fill(...Array.from({ length: 300 }, (_, at) => (at === 0 ? 1 : 20)))
  await run('delete', PROJECT, '--before', new Date(Date.now() - 10 * 86_400_000).toISOString())
  const path = join(folder, 'heddle.sqlite')
  const before = statSync(path).size

  const { code } = await run('compact')

  expect(code).toBe(0)
  expect(statSync(path).size).toBeLessThan(before)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path).includes('secret call-1')).toBe(false)
  expect(await run('verify')).toMatchObject({ code: 0 })
  expect(await idsLeft()).toEqual(['call-0'])
  expect(await run('verify')).toMatchObject({ code: 0 })
})

test('compacting a database of an early version lets it return space from then on', async () => {
  const { folder, run, fill } = openAgedCalls()
  await fill(1)
  const path = join(folder, 'heddle.sqlite')
  const early = openDatabase(path, { readOnly: false })
  early.exec('pragma journal_mode = delete; pragma auto_vacuum = none; vacuum')
  early.close()

  await run('compact')

  const db = openDatabase(path, { readOnly: true })
  expect(db.prepare('pragma auto_vacuum').get()).toMatchObject({ auto_vacuum: 2 })
  db.close()
})

test('compacting does not replace a database that another process has open', async () => {
  const { folder, run, fill } = openAgedCalls()
  await fill(1)
  const path = join(folder, 'heddle.sqlite')
  const other = openDatabase(path, { readOnly: true })
  onTestFinished(() => other.close())
  other.exec('begin; select count(*) from calls')
  const before = statSync(path).ino

  expect(await run('compact')).toMatchObject({ code: 1 })

  expect(statSync(path).ino).toBe(before)
})

test('nothing can be written while the compacted database is checked, which would be lost with the old file', async () => {
  const { folder, run, fill } = openAgedCalls()
  await fill(1)
  const path = join(folder, 'heddle.sqlite')
  const errors: unknown[] = []
  const write = (step: string) => {
    if (step !== 'checking the database') return
    const other = openDatabase(path, { readOnly: false })
    try {
      other.exec("update call_starts set op_name = 'lost'")
    } catch (error) {
      errors.push(error)
    } finally {
      other.close()
    }
  }

  const { code } = await openTerminal(folder).runWith({ progress: write }, 'compact')

  expect(code).toBe(0)
  expect(errors).toMatchObject([{ errcode: 5 }])
  expect(readdirSync(folder).filter((name) => /-(wal|journal)$|compacting/.test(name))).toEqual([])
  expect(await run('verify')).toMatchObject({ code: 0 })
})

test.each([['users', 'add', 'ada'], ['projects']])(
  '%s is refused while another command needs the folder for itself',
  async (...args) => {
    const { folder, run, fill } = openAgedCalls()
    await fill(1)
    writeFileSync(join(folder, 'admin-key'), 'k'.repeat(40))
    const unlock = lockFolder(folder, 'alone')
    const meanwhile = await run(...args)
    unlock()

    expect(meanwhile).toMatchObject({ code: 1, noted: [expect.stringContaining('needs it for itself')] })
  },
)

test.each(['compact', 'rebuild'])('%s does not run beside another command', async (command) => {
  const { folder, run, fill } = openAgedCalls()
  await fill(1)
  const unlock = lockFolder(folder, 'shared')
  const beside = await run(command)
  const reads = await run('users')
  unlock()

  expect([beside.code, reads.code]).toEqual([1, 0])
  expect(await run(command)).toMatchObject({ code: 0 })
})

test('compacting does not run beside a server, and replaces what an interrupted run left', async () => {
  const { folder, run, fill, idsLeft } = openAgedCalls()
  await fill(1)
  writeFileSync(join(folder, 'heddle.sqlite.compacting'), 'half')
  const unlock = lockFolder(folder, 'server')
  const beside = await run('compact')
  unlock()

  const { code } = await run('compact')

  expect([beside.code, code]).toEqual([1, 0])
  expect(await idsLeft()).toEqual(['call-0'])
})
