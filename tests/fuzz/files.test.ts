import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Random } from '../../bench/dataset/random.ts'
import { hashed } from '../../server/src/operations/transfer/export.ts'
import { writeRichState } from '../../server/src/storage/conformance/rich-state.ts'
import { openSqliteStorage } from '../../server/src/storage/sqlite/storage.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { LIBRARIES, readRecording } from '../instrumentations/recordings.ts'
import { TEST_SEED } from '../seed.ts'
import { startServer } from '../server/server-process.ts'
import { damage, flipped } from './damage.ts'
import { edit } from './edit.ts'
import { mutate } from './mutate.ts'
import { RawJson, writeRawJson } from './raw-json.ts'

/** Files of each kind; `HEDDLE_FUZZ_FILES=2000 npx vitest run tests/fuzz/files.test.ts` for the long version. */
const FILES = Number(process.env.HEDDLE_FUZZ_FILES ?? 25)
const PROJECT = 'team/app'
const API_KEY = 'o'.repeat(40)
/** Exports of spans that libraries sent. */
const EXPORTS = LIBRARIES.flatMap((library) =>
  readRecording(library).scenarios.flatMap(({ requests }) =>
    requests.flatMap(({ path, json }) => (path.endsWith('/v1/traces') ? [json] : [])),
  ),
)
const BACKUP_FILES = ['heddle.sqlite', 'backup.json'] as const

vi.setConfig({ testTimeout: 60_000 + FILES * 6_000, hookTimeout: 60_000 })

let root: string
let backup: string
let exported: Buffer

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-fuzz-files-'))
  const data = join(root, 'data')
  backup = join(root, 'backup')
  const storage = await openSqliteStorage({ folder: data })
  await writeRichState(storage, PROJECT)
  await storage.close()
  const terminal = openTerminal(data)
  await terminal.run('backup', '--to', backup)
  await terminal.run('export', '--to', join(root, 'whole.ndjson'))
  exported = readFileSync(join(root, 'whole.ndjson'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

let names = 0
const newPath = (): string => join(root, `made-${++names}`)

/** Runs a command that may refuse its files, in one sentence. */
async function runSafely(folder: string, number: number, ...args: string[]): Promise<number> {
  const { code, noted } = await openTerminal(folder).run(...args)
  if (code !== 0) expectOneSentence(noted, number)
  return code
}

const expectOneSentence = (noted: readonly string[], number: number): void =>
  expect(noted.at(-1), `HEDDLE_TEST_SEED=${TEST_SEED}, file ${number}`).toMatch(/^heddle: [^\n]{10,600}$/)

/** Digests are those of the content before it was changed; everything else must fit together. */
async function expectSound(folder: string): Promise<void> {
  const { printed } = await openTerminal(folder).run('verify', '--json')
  const results: { check: string; problems: number }[] = printed.map((line) => JSON.parse(line))
  const wrong = results.filter(({ check, problems }) => problems > 0 && check !== 'digests')
  expect(wrong).toEqual([])
}

async function eachFile(check: (random: Random, number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < FILES; number++)
    await check(new Random(Math.imul(TEST_SEED, 0x9e3779b1) + number), number)
}

test(`an export that is damaged is imported in part or refused, and the data is intact (HEDDLE_TEST_SEED=${TEST_SEED})`, async () => {
  await eachFile(async (random, number) => {
    const file = newPath()
    const isEdited = random.chance(0.6)
    writeFileSync(file, isEdited ? edited(exported.toString(), random) : damage(exported, random).body)
    const data = newPath()

    await runSafely(data, number, 'import', '--from', file)

    if (existsSync(data)) await expectSound(data)
    rmSync(data, { recursive: true, force: true })
  })
})

test(`a file of OTLP that is damaged or edited is imported in part or refused, and the data is intact (HEDDLE_TEST_SEED=${TEST_SEED})`, async () => {
  const data = newPath()
  const server = await startServer({ data, apiKey: API_KEY })
  onTestFinished(() => server.kill())
  const environment = { HEDDLE_URL: server.url, HEDDLE_API_KEY: API_KEY }
  let imported = 0

  await eachFile(async (random, number) => {
    const file = newPath()
    writeFileSync(file, otlpFile(random))
    const args = ['import', 'otlp', file, '--project', PROJECT]
    const { code, noted } = await openTerminal(data).runWith({ environment }, ...args)
    if (code === 0) imported++
    else expectOneSentence(noted, number)
  })

  // The test would prove nothing if all files were refused.
  expect(imported).toBeGreaterThan(FILES / 4)
  expect(await server.stop()).toBe(0)
  await expectSound(data)
})

/** Exports of a library, one per line as collectors write them or in a single document, edited or damaged. */
function otlpFile(random: Random): Buffer {
  const exports = Array.from({ length: 1 + random.below(4) }, () => {
    const recorded = EXPORTS[random.below(EXPORTS.length)]
    return random.chance(0.25) ? writeRawJson(edit(recorded, random)) : JSON.stringify(recorded)
  })
  const [first = ''] = exports
  const text = random.chance(0.15) ? first.replaceAll(',"', ',\n"') : `${exports.join('\n')}\n`
  return random.chance(0.3) ? damage(Buffer.from(text), random).body : Buffer.from(text)
}

test(`a backup that is damaged is restored as it was or not at all (HEDDLE_TEST_SEED=${TEST_SEED})`, async () => {
  await eachFile(async (random, number) => {
    const broken = newPath()
    cpSync(backup, broken, { recursive: true })
    const name = random.pick(BACKUP_FILES)
    const whole = readFileSync(join(broken, name))
    if (random.chance(0.1)) rmSync(join(broken, name))
    else if (name.endsWith('.json') && random.chance(0.6))
      writeFileSync(join(broken, name), writeRawJson(hostile(JSON.parse(whole.toString()), random)))
    else writeFileSync(join(broken, name), random.pick([damage, flip])(whole, random).body)
    const data = newPath()

    const code = await runSafely(data, number, 'restore', '--from', broken)

    const restored = join(data, 'heddle.sqlite')
    if (code === 0)
      expect(readFileSync(restored).equals(readFileSync(join(backup, 'heddle.sqlite')))).toBe(true)
    else expect(existsSync(restored)).toBe(false)
    await runSafely(broken, number, 'verify')
  })
})

const flip = (body: Buffer, random: Random) => ({ body: flipped(body, random) })

/** Mutations of the value, and occasionally JSON text that no JavaScript value represents. */
function hostile(value: unknown, random: Random): unknown {
  const deep = new RawJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  if (random.chance(0.05)) return deep
  let changed = value
  for (let changes = 1 + random.below(3); changes > 0; changes--) changed = mutate(changed, random)
  return changed
}

/** Changes some rows and recomputes the digests of their pages, like somebody who edits an export. */
function edited(text: string, random: Random): string {
  const lines = text.trimEnd().split('\n')
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(lines.length)
    const line = lines[at]
    if (line !== undefined) lines[at] = writeRawJson(hostile(parsed(line), random))
  }
  let hash = createHash('sha256')
  const rewritten = lines.map((line) => {
    if (!line.startsWith('{"page":')) {
      if (line.includes('"row"')) hashed(hash, line)
      return line
    }
    const sha256 = hash.digest('hex')
    hash = createHash('sha256')
    return line.replace(/"sha256":"[0-9a-f]*"/, `"sha256":"${sha256}"`)
  })
  return `${rewritten.join('\n')}\n`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
