import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../service/folder-lock.ts'
import { writeRichState } from '../storage/conformance/rich-state.ts'
import { json, objectVersion, start } from '../storage/conformance/rows.ts'
import { openSqliteStorage, type SqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const PROJECT = 'team/app'

let root: string
let folder: string
let file: string

beforeEach(() => {
  root = temporaryFolder()
  folder = join(root, 'data')
  file = join(root, 'export.ndjson')
})

async function openStorage(data: string): Promise<SqliteStorage> {
  const storage = await openSqliteStorage({ folder: data })
  onTestFinished(() => storage.close())
  return storage
}

async function fill(write: (storage: SqliteStorage) => Promise<unknown>): Promise<void> {
  const storage = await openStorage(folder)
  await write(storage)
  await storage.close()
}

const run = (data: string, ...args: string[]) => openTerminal(data).run(...args)

/** All lines but the header, which has the time of the export. */
const rowsIn = (path: string) => readFileSync(path, 'utf8').split('\n').slice(1)

test('an export that was imported elsewhere is exported there with the same bytes', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  const copy = join(root, 'copy')

  const exported = await run(folder, 'export', '--to', file)
  const imported = await run(copy, 'import', '--from', file)
  await run(copy, 'export', '--to', join(root, 'again.ndjson'))

  expect([exported.code, imported.code]).toEqual([0, 0])
  expect(rowsIn(join(root, 'again.ndjson'))).toEqual(rowsIn(file))
  expect(rowsIn(file).join('\n')).toContain('"part":"delete"')
})

test('importing the same export twice changes nothing', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)

  const { code } = await run(folder, 'import', '--from', file)
  await run(folder, 'export', '--to', join(root, 'again.ndjson'))

  expect(code).toBe(0)
  expect(rowsIn(join(root, 'again.ndjson'))).toEqual(rowsIn(file))
})

test('an export has only the projects that are named, and no accounts then', async () => {
  await fill(async (storage) => {
    await writeRichState(storage, PROJECT)
    await writeRichState(storage, 'other/app')
  })

  await run(folder, 'export', '--to', file, '--project', PROJECT)

  const lines = rowsIn(file)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  expect(new Set(lines.flatMap(({ project_id }) => project_id ?? []))).toEqual(new Set([PROJECT]))
  expect(lines.filter(({ list }) => list === 'accounts')).toEqual([])
  const unknown = await run(folder, 'export', '--to', join(root, 'x'), '--project', 'no/where')
  expect(unknown).toMatchObject({ code: 1 })
  expect(unknown.noted.join()).toContain('no/where')
})

test('an import has only the projects that are named', async () => {
  await fill(async (storage) => {
    await storage.calls.write([
      start({ project_id: PROJECT, id: 'a' }),
      start({ project_id: 'other/app', id: 'b' }),
    ])
  })
  await run(folder, 'export', '--to', file)
  const copy = join(root, 'copy')

  const unnamed = await run(copy, 'import', '--from', file, '--project', 'app')
  await run(copy, 'import', '--from', file, '--project', 'other/app')

  const storage = await openStorage(copy)
  expect((await storage.projects.list()).map(({ project_id }) => project_id)).toEqual(['other/app'])
  expect(unnamed.code).toBe(1)
})

test('an export that was cut off anywhere continues to the same bytes', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  const whole = readFileSync(file)

  for (const share of [0.2, 0.5, 0.9]) {
    truncateSync(file, Math.floor(whole.length * share))
    const { code } = await run(folder, 'export', '--to', file, '--resume')

    expect(code).toBe(0)
    expect(readFileSync(file).equals(whole)).toBe(true)
    writeFileSync(file, whole)
  }
})

test('an export replaces no file, and a complete one is not continued', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)

  expect(await run(folder, 'export', '--to', file)).toMatchObject({ code: 1 })
  expect(await run(folder, 'export', '--to', file, '--resume')).toMatchObject({ code: 1 })
})

test.each([
  ['a changed character', (text: string) => text.replace('"second"', '"secund"')],
  ['a missing line', (text: string) => text.replace(/\{"list":"feedback".*\n/, '')],
  ['a missing end', (text: string) => text.replace(/\{"end".*\n/, '')],
  ['a line that is no JSON', (text: string) => text.replace('{"list":"prices"', '{"list":"prices')],
  ['another format', (text: string) => text.replace('"heddle_export":1', '"heddle_export":99')],
  [
    'a number in place of a name',
    (text: string) =>
      text.replace('{"list":"files","project_id":"team/app"', '{"list":"files","project_id":7'),
  ],
  ['nothing at all', () => ''],
])('an export with %s is refused with exit code 1', async (_damage, damage) => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  writeFileSync(file, damage(readFileSync(file, 'utf8')))

  const { code, noted } = await run(join(root, 'copy'), 'import', '--from', file)

  expect(code).toBe(1)
  expect(noted.join()).toMatch(/export/)
})

test('an import that failed continues after the last page that was stored', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  const whole = readFileSync(file, 'utf8')
  const copy = join(root, 'copy')
  // The pages before it are stored.
  writeFileSync(file, whole.slice(0, whole.indexOf('{"list":"feedback"')))
  await run(copy, 'import', '--from', file)
  const storedLines = JSON.parse(readFileSync(join(copy, 'import-progress'), 'utf8')).state.lines
  const lines = whole.split('\n')
  // Damage in a page that was imported is not looked at again.
  writeFileSync(file, lines.map((line, at) => (at > 0 && at < storedLines ? '' : line)).join('\n'))

  const { code } = await run(copy, 'import', '--from', file)
  await run(copy, 'export', '--to', join(root, 'again.ndjson'))

  expect(code).toBe(0)
  expect(existsSync(join(copy, 'import-progress'))).toBe(false)
  expect(rowsIn(join(root, 'again.ndjson'))).toEqual(lines.slice(1))
})

test.each([
  ['the database was removed', 'heddle.sqlite', ''],
  ['the progress file was cut off', 'import-progress', '{"copy":'],
])('an import that failed begins anew if %s', async (_what, name, content) => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  const whole = readFileSync(file, 'utf8')
  const copy = join(root, 'copy')
  writeFileSync(file, whole.slice(0, whole.indexOf('{"list":"feedback"')))
  await run(copy, 'import', '--from', file)
  writeFileSync(join(copy, name), content)
  writeFileSync(file, whole)

  const { code } = await run(copy, 'import', '--from', file)
  await run(copy, 'export', '--to', join(root, 'again.ndjson'))

  expect(code).toBe(0)
  expect(rowsIn(join(root, 'again.ndjson'))).toEqual(whole.split('\n').slice(1))
})

test('texts with line separators and hostile keys survive', async () => {
  const inputs = json({ __proto__: '\u2028\r\n\u2029', '\ud800': Number.MAX_SAFE_INTEGER })
  await fill((storage) => storage.calls.write([start({ project_id: PROJECT, id: '\u2028' }, { inputs })]))
  const copy = join(root, 'copy')

  await run(folder, 'export', '--to', file)
  await run(copy, 'import', '--from', file)

  const storage = await openStorage(copy)
  expect(await storage.calls.read(PROJECT, ['\u2028'], ['inputs'])).toMatchObject([{ inputs }])
})

test('many versions of one object keep their latest, over several pages', async () => {
  await fill(async ({ objects }) => {
    for (let at = 0; at < 1_003; at++)
      await objects.publish(
        objectVersion({ project_id: PROJECT, object_id: 'o', digest: `d${at}`, created_at: at }),
      )
    await objects.publish(
      objectVersion({ project_id: PROJECT, object_id: 'o', digest: 'd7', created_at: 2_000 }),
    )
  })
  const copy = join(root, 'copy')

  await run(folder, 'export', '--to', file)
  await run(copy, 'import', '--from', file)

  const storage = await openStorage(copy)
  const versions = await storage.objects.versions(PROJECT, 'o')
  expect(versions.length).toBe(1_003)
  expect(versions.filter(({ is_latest }) => is_latest).map(({ digest }) => digest)).toEqual(['d7'])
})

test('an import does not run beside a server', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  const unlock = lockFolder(folder, 'server')

  const { code } = await run(folder, 'import', '--from', file)

  unlock()
  expect(code).toBe(1)
})

test('a line that is nested too deeply is refused with one message', async () => {
  await fill((storage) => writeRichState(storage, PROJECT))
  await run(folder, 'export', '--to', file)
  const [header = ''] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${header}\n${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)

  const { code, noted } = await run(join(root, 'copy'), 'import', '--from', file)

  expect(code).toBe(1)
  expect(noted.join()).toContain('Line 2 of the export is damaged: expected an object, not a list')
})
