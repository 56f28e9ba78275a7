import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, json, modelUsage, newUser, start } from '../../conformance/rows.ts'
import type { CallPart } from '../../port/calls.ts'
import { packedParts } from '../calls/packed-parts.ts'
import { openForReading } from '../connection.ts'
import { OpenedFiles } from '../database/database-files.ts'
import type { Database } from '../database/driver.ts'
import { type ReadStores, readStores } from '../read-stores.ts'
import { writeStores } from '../write-stores.ts'
import { runAsGroup } from './group-commit.ts'
import type { Answer, Stores, Task } from './protocol.ts'

let database: Database
let databasePath: string
let run: (...tasks: (readonly [store: string, method: string, ...args: unknown[]])[]) => Answer[]
/** What another connection sees: nothing but what was committed. */
let committed: ReadStores

beforeEach(() => {
  const { db, path } = openTemporaryDatabase()
  database = db
  databasePath = path
  const reader = openForReading(path)
  onTestFinished(() => reader.close())
  const { stores, forget } = writeStores(db)
  const files = new OpenedFiles(path)
  const withFaults: Stores = { ...stores, faults: { commitWillFail: () => breakNextCommit(db) } }
  run = (...tasks) =>
    runAsGroup(db, withFaults, tasks.map(asTask), { undone: forget, checkFiles: () => files.check() })
  committed = readStores(reader)
})

test('every task of a group is answered, in order, once all are stored', () => {
  const [first, second] = [newUser(), newUser()]

  const answers = run(['accounts', 'putUser', first], ['accounts', 'putUser', second])

  expect(answers).toEqual([
    { id: 0, result: undefined },
    { id: 1, result: undefined },
  ])
  expect(committed.accounts.users()).toEqual([first, second])
})

test('a task that fails is undone by itself, and its neighbours stand', () => {
  const [first, second] = [newUser(), newUser()]
  const namesake = newUser({ name: first.name })

  const answers = run(
    ['accounts', 'putUser', first],
    ['accounts', 'putUser', namesake],
    ['accounts', 'putUser', second],
  )

  expect(answers.map((answer) => 'failure' in answer)).toEqual([false, true, false])
  expect(committed.accounts.users()).toEqual([first, second])
})

test('a task that fails half way leaves nothing of its first half', () => {
  const key = { project_id: 'team/app', id: 'a' }

  const answers = run(['calls', 'write', brokenAfter(start(key))])

  expect(answers).toMatchObject([{ failure: { code: null } }])
  expect(committed.calls.read('team/app', ['a'], [])).toEqual([])
  expect(committed.projects.list()).toEqual([])
})

test('names and numbers that an undone task was given are given out anew', () => {
  const key = { project_id: 'team/app', id: 'a' }
  const whole = packedParts([start(key), end(key, { usage: [modelUsage('m')] })])

  const answers = run(
    ['calls', 'write', packedParts([start({ project_id: 'team/other', id: 'z' })])],
    ['calls', 'write', brokenAfter(start(key))],
    ['calls', 'write', packedParts([start({ project_id: 'team/third', id: 'z' })])],
    ['calls', 'write', whole],
  )

  const { calls } = committed
  expect(answers.map((answer) => 'failure' in answer)).toEqual([false, true, false, false])
  expect(calls.read('team/app', ['a'], [])).toMatchObject([{ id: 'a', op_name: 'op' }])
  expect(calls.read('team/third', ['z', 'a'], [])).toMatchObject([{ id: 'z', op_name: 'op' }])
  expect(calls.usage('team/app', ['a'])).toHaveLength(1)
})

test('a task is written as it was sent even if another one of its group fails after it', () => {
  const key = { project_id: 'team/app', id: 'a' }
  const inputs = json('x'.repeat(100_000))

  const answers = run(['calls', 'write', packedParts([start(key, { inputs })])], ['accounts', 'nothing'])

  expect(answers.map((answer) => 'failure' in answer)).toEqual([false, true])
  expect(committed.calls.read('team/app', ['a'], ['inputs'])).toMatchObject([{ inputs: inputs.text }])
})

test('where the commit fails every task has failed, and nothing is stored', () => {
  const answers = run(['accounts', 'putUser', newUser()], ['faults', 'commitWillFail'])

  expect(answers.map((answer) => 'failure' in answer)).toEqual([true, true])
  expect(committed.accounts.users()).toEqual([])
})

test('the next group is stored after one that failed', () => {
  run(['faults', 'commitWillFail'])
  const user = newUser()

  const answers = run(['accounts', 'putUser', user])

  expect(answers).toEqual([{ id: 0, result: undefined }])
  expect(committed.accounts.users()).toEqual([user])
})

test('a task that no store knows fails alone', () => {
  const user = newUser()

  const answers = run(['accounts', 'nothing'], ['nowhere', 'nothing'], ['accounts', 'putUser', user])

  expect(answers.map((answer) => 'failure' in answer)).toEqual([true, true, false])
})

test('a full disk fails every task of the group, and the next group is stored once there is space', () => {
  const key = { project_id: 'team/app', id: 'a' }
  const large = packedParts([start(key, { inputs: json('x'.repeat(1_000_000)) })])
  const pages = Number(database.prepare('pragma page_count').get()?.page_count)
  database.exec(`pragma max_page_count = ${pages + 4}`)

  const answers = run(
    ['accounts', 'putUser', newUser()],
    ['calls', 'write', large],
    ['accounts', 'putUser', newUser()],
  )

  const full = { failure: { code: 'storage_full', details: { retry_after_seconds: expect.any(Number) } } }
  expect(answers).toMatchObject([full, full, full])
  expect(committed.accounts.users()).toEqual([])
  database.exec('pragma max_page_count = 1000000')
  expect(run(['calls', 'write', large])).toEqual([{ id: 0, result: undefined }])
  expect(committed.calls.read('team/app', ['a'], [])).toHaveLength(1)
})

test.each(['', '-wal'])('nothing is acknowledged once the file of the database%s is gone', (suffix) => {
  rmSync(databasePath + suffix)

  expect(run(['accounts', 'putUser', newUser()])).toMatchObject([{ failure: { code: 'unavailable' } }])
})

test('nothing is acknowledged while another file lies in the place of the database', () => {
  renameSync(databasePath, `${databasePath}.away`)
  copyFileSync(`${databasePath}.away`, databasePath)
  expect(run(['accounts', 'putUser', newUser()])).toMatchObject([{ failure: { code: 'unavailable' } }])

  renameSync(`${databasePath}.away`, databasePath)

  expect(run(['accounts', 'putUser', newUser()])).toEqual([{ id: 0, result: undefined }])
})

/** SQLite cannot bind an object, and says so at the moment of writing. */
const UNWRITABLE = ['rename', 'team/app', {}, 'x']

function brokenAfter(part: CallPart) {
  const { values, bytes } = packedParts([part])
  return { values: [...values, ...UNWRITABLE], bytes }
}

const asTask = ([store, method, ...args]: readonly [string, string, ...unknown[]], id: number): Task => ({
  id,
  store,
  method,
  args,
})

/** A key of nobody whose check is put off until the commit. */
function breakNextCommit(db: Database): void {
  db.exec('pragma defer_foreign_keys = on')
  db.exec("insert into memberships (user_id, entity, role) values ('nobody', 'team', 'viewer')")
}
