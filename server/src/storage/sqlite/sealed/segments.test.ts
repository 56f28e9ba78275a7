import { beforeEach, expect, test } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, remove, start } from '../../conformance/rows.ts'
import type { CallPart } from '../../port/calls.ts'
import { packedParts } from '../calls/packed-parts.ts'
import type { Database } from '../database/driver.ts'
import { readStores } from '../read-stores.ts'
import { packTexts, TextBlock } from '../texts/text-block.ts'
import { writeStores } from '../write-stores.ts'
import { Sealer } from './sealer.ts'

const PROJECT = 'team/app'
let db: Database
let stores: ReturnType<typeof writeStores>['stores']
let sealer: Sealer

beforeEach(() => {
  db = openTemporaryDatabase().db
  stores = writeStores(db).stores
  sealer = new Sealer(db, {
    seal: async (segment) => stores.sealing.seal(segment),
    reclaim: async (pages) => stores.sealing.reclaim(pages),
  })
})

test('sealed calls leave their rows, and are read back as they were', async () => {
  write(...ended('a', { text: 'first' }), ...ended('b', { text: 'second' }))
  const before = read('a', 'b')

  await sealer.seal(sealer.newestRid, 1)

  expect(counts()).toEqual({ call_starts: 0, call_ends: 0, call_slots: 2 })
  expect(read('a', 'b')).toEqual(before)
})

test('a call that has not ended is not sealed', async () => {
  write(start(key('a')))

  expect(await sealer.seal(sealer.newestRid, 1)).toBe(0)
})

test('a project with fewer calls than are worth it waits', async () => {
  write(...ended('a'))

  expect(await sealer.seal(sealer.newestRid, 2)).toBe(0)
  expect(await sealer.seal(sealer.newestRid, 1)).toBe(1)
})

test('a call that changes while it is packed is left alone', async () => {
  write(...ended('a', { text: 'old' }))
  const slow = new Sealer(db, {
    seal: async (segment) => {
      write(...ended('a', { text: 'new' }))
      return stores.sealing.seal(segment)
    },
    reclaim: async () => {},
  })

  expect(await slow.seal(sealer.newestRid, 1)).toBe(0)
  expect(read('a')[0]?.inputs).toBe('{"text":"new"}')
})

test('a part that arrives for a sealed call moves it back, and its segment goes with its last call', async () => {
  write(...ended('a', { text: 'old' }), ...ended('b'))
  await sealer.seal(sealer.newestRid, 1)

  write(start(key('a'), { inputs: json({ text: 'new' }) }))

  expect(read('a')[0]).toMatchObject({ inputs: '{"text":"new"}', output: '{"answer":"a"}' })
  expect(segments()).toEqual([{ calls: 2, removed: 1 }])
  write(remove(key('b')))
  expect(segments()).toEqual([])
  expect(rowsOf('call_blocks')).toBe(0)
  expect(rowsOf('call_signatures')).toBe(0)
})

test('the bytes of a deleted call are gone when its segment was rewritten', async () => {
  write(
    ...ended('a', { text: 'keep' }),
    ...ended('b', { text: 'forget' }),
    ...ended('c', { text: 'keep too' }),
  )
  await sealer.seal(sealer.newestRid, 1)
  const before = read('a', 'c')
  write(remove(key('b')))

  expect(await sealer.compact()).toBe(true)

  expect(segments()).toEqual([{ calls: 2, removed: 0 }])
  expect(read('a', 'c')).toEqual(before)
  expect(await sealer.compact()).toBe(false)
})

test('a list opens no payloads', async () => {
  write(start(key('a')), end(key('a'), { exception: 'refused' }), ...ended('b'))
  const before = listed('a', 'b')
  await sealer.seal(sealer.newestRid, 1)
  db.exec("update call_blocks set payloads = x'00'")

  expect(listed('a', 'b')).toEqual(before)
  expect(() => read('a')).toThrow()
})

test('a segment of an earlier version, which has all texts but previews in its payloads, is read and rewritten', async () => {
  write(start(key('a')), end(key('a'), { exception: 'refused' }), ...ended('b'), ...ended('c'))
  const before = read('a', 'b', 'c')
  await sealer.seal(sealer.newestRid, 1)
  asEarlierVersion()

  expect(read('a', 'b', 'c')).toEqual(before)
  write(start(key('c')))
  expect(read('c')[0]?.output).toEqual(before[2]?.output)
  expect(await sealer.compact()).toBe(true)
  expect(read('a', 'b')).toEqual(before.slice(0, 2))
})

function asEarlierVersion(): void {
  const block = db.prepare('select previews, payloads from call_blocks').get<Record<string, Uint8Array>>()
  const [listed, payloads] = [block?.previews, block?.payloads].map(
    (bytes) => new TextBlock(bytes ?? new Uint8Array()),
  )
  const textsOf = (of: TextBlock | undefined, row: number, columns: readonly number[]) =>
    columns.map((column) => of?.bytes(row, column) ?? null)
  const rows = Array.from({ length: listed?.rows ?? 0 }, (_, row) => row)
  db.prepare('update call_blocks set previews = ?, payloads = ?').run(
    packTexts(rows.map((row) => textsOf(listed, row, [0, 1, 2]))),
    packTexts(rows.map((row) => [...textsOf(payloads, row, [0, 1, 2, 3]), ...textsOf(listed, row, [3, 4])])),
  )
}

const key = (id: string) => ({ project_id: PROJECT, id })

const json = (value: object) => new JsonText(JSON.stringify(value))

test('long exceptions are spread over several blocks', async () => {
  const ids = ['a', 'b', 'c']
  const exception = 'x'.repeat(600_000)
  write(...ids.flatMap((id) => [start(key(id)), end(key(id), { exception })]))

  await sealer.seal(sealer.newestRid, 1)

  expect(rowsOf('call_blocks')).toBe(3)
  expect(read(...ids).map((call) => call.exception)).toEqual([exception, exception, exception])
})

test('small calls do not share a block with a large one of another trace', async () => {
  const small = Array.from({ length: 10 }, (_, index) => `small-${index}`)
  const inTraceOfItsOwn = (id: string, text: string) => [
    start(key(id), { trace_id: id, inputs: json({ text }) }),
    end(key(id)),
  ]
  write(
    ...small.flatMap((id) => inTraceOfItsOwn(id, id)),
    ...inTraceOfItsOwn('large', 'x'.repeat(20_000_000)),
  )

  await sealer.seal(sealer.newestRid, 1)

  expect(rowsOf('call_blocks')).toBe(2)
  expect(read(...small).map((call) => call.inputs)).toEqual(small.map((id) => `{"text":"${id}"}`))
})

test('a sealer that is stopped seals no more', async () => {
  write(...ended('a'))
  const stopped = new Sealer(db, { seal: async () => true, reclaim: async () => {} }, () => true)

  expect(await stopped.seal(sealer.newestRid, 1)).toBe(0)
})

function ended(id: string, inputs: object = {}): CallPart[] {
  return [start(key(id), { inputs: json(inputs) }), end(key(id), { output: json({ answer: id }) })]
}

function write(...parts: CallPart[]): void {
  stores.calls.write(packedParts(parts))
}

const read = (...ids: string[]) =>
  readStores(db).calls.read(PROJECT, ids, ['attributes', 'inputs', 'output', 'summary', 'exception'])

/** As the first page of a list. */
function listed(...ids: string[]): string {
  const view = {
    columns: { hidden: [], wide: ['summary', 'exception'] },
    includeStorageSize: true,
    extras: [],
  } as const
  const { bytes } = readStores(db).calls.readJson(PROJECT, ids, view, { bytesMax: 10_000 })
  return Buffer.from(bytes).toString()
}

const rowsOf = (table: string): number => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n)

const counts = () =>
  Object.fromEntries(['call_starts', 'call_ends', 'call_slots'].map((table) => [table, rowsOf(table)]))

const segments = () => db.prepare('select calls, removed from call_segments').all()
