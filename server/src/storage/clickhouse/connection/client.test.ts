import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { nowMicros } from '../../../clock.ts'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { serveHeldHttp, serveHttp } from '../../../testing/http-server.ts'
import { encodeRows } from '../schema/encoders.ts'
import { parseTarget } from '../target.ts'
import { ClickHouse } from './client.ts'

const server = await clickhouseForTests()

const PART = "cast('start' as Enum8('start' = 1)) as part"
/** In binary: one column `part`, whose enum has the code 1. */
const PART_HEADER = Buffer.concat([
  Buffer.of(1, 4),
  Buffer.from('part'),
  Buffer.of(18),
  Buffer.from("Enum8('start' = 1)"),
])
const ENDLESS = 'select number, sleepEachRow(0.001) from numbers(1000000) settings max_block_size = 100'

describe.skipIf(server === undefined)('a query', () => {
  const target = parseTarget(`${server?.urls[0] ?? 'clickhouse://localhost'}/system`)
  const patient = new ClickHouse(target)
  const hurried = new ClickHouse(target, { readTimeoutMs: 1_000 })
  afterAll(() => Promise.all([patient.close(), hurried.close()]))

  async function rowsOf(statement: string, clickhouse = patient, signal?: AbortSignal): Promise<number> {
    let rows = 0
    for await (const _ of clickhouse.stream(statement, { signal })) rows++
    return rows
  }

  test('streams all rows of a result', async () => {
    expect(await rowsOf('select number from numbers(100000)')).toBe(100_000)
  })

  test('fails if ClickHouse fails after the first rows', async () => {
    const statement =
      'select throwIf(number = 900000) as fails from numbers(1000000) settings max_block_size = 1000'

    await expect(rowsOf(statement)).rejects.toThrow('throwIf')
  })

  test('with a binary result has the same rows, and fails alike', async () => {
    const statement = (fails: string) => `select ${PART}, number,
      throwIf(${fails}) as fails from numbers(1000000) settings max_block_size = 1000`
    const rowsIn = async (chunks: AsyncIterable<{ readonly number: number }[]>) => {
      let sum = 0
      for await (const rows of chunks) for (const { number } of rows) sum += number
      return sum
    }

    expect(await rowsIn(patient.binaryChunks(statement('0')))).toBe(499_999_500_000)
    await expect(rowsIn(patient.binaryChunks(statement('number = 900000')))).rejects.toThrow('throwIf')
    // Rows so wide that the first arrive before the time is over.
    const endless = ENDLESS.replace('number', `${PART}, number, repeat('x', 100000) as wide`)
    await expect(rowsIn(hurried.binaryChunks(endless))).rejects.toMatchObject({ code: 'timeout' })
  })

  test('with a binary result may be left before its end', async () => {
    const rows = patient.binaryChunks(`select ${PART}, repeat('x', 1000) as wide from numbers(1000000)`)
    for await (const chunk of rows) if (chunk.length > 0) break

    expect(patient.readsRunning).toBe(0)
    expect(await rowsOf('select number from numbers(10)')).toBe(10)
  })

  test('fails once it takes too long', async () => {
    await expect(rowsOf(ENDLESS, hurried)).rejects.toMatchObject({ code: 'timeout' })
  })

  test('ends when it is aborted, and so does the query on the server', async () => {
    const client = new AbortController()
    const running = () =>
      patient.query(
        `select query_id from system.processes where query like '%sleepEachRow%' and query_id <> queryID()`,
      )
    const reading = rowsOf(ENDLESS, patient, client.signal)
    const ended = expect(reading).rejects.toMatchObject({ code: 'abandoned' })
    await expect.poll(running, { timeout: 20_000 }).toHaveLength(1)
    client.abort()

    await ended
    await expect.poll(running, { timeout: 20_000 }).toEqual([])
  })

  test('fails once it needs more memory than a query may use', async () => {
    const small = new ClickHouse({ ...target, memoryBytesMax: 50_000_000 })
    onTestFinished(() => small.close())
    const statement = 'select length(groupArray(number)) as n from numbers(100000000)'

    await expect(small.query(statement)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe.skipIf(server === undefined)('a batch', () => {
  test('whose acknowledgement is lost is sent again, and stored once', async () => {
    const { clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const relay = await openRelay(clickhouse.target.url)
    const behind = new ClickHouse({ ...clickhouse.target, url: relay.url })
    onTestFinished(() => behind.close())
    const row = { project_id: 'team/app', position: nowMicros(), writer: 1, id: 'a' }
    const { encoder, chunks } = encodeRows('call_changes', [row])

    await behind.insert(encoder, chunks)

    expect(relay.requests()).toBe(2)
    expect(await clickhouse.query('select id from call_changes')).toEqual([{ id: 'a' }])
  })
})

test('further reads are refused while too many wait, and accepted once these have ended', async () => {
  const { host, bodies, respond } = await serveHeldHttp()
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  const overloaded = { code: 'overloaded', details: { retry_after_seconds: 5 } }
  const accepted = Array.from({ length: 5_000 }, () => clickhouse.query('select 1'))

  const refused = Promise.allSettled([clickhouse.query('select 2'), clickhouse.stream('select 2').next()])
  // Before the assertions, so that reads that were accepted fail them at once.
  respond()

  expect(await refused).toMatchObject([{ reason: overloaded }, { reason: overloaded }])
  await Promise.all(accepted)
  expect(await clickhouse.query('select 3')).toEqual([])
  expect(bodies.filter((body) => body.includes('select 2'))).toEqual([])
})

test('the error of a query that fails late is known even where rows are read slowly', async () => {
  const host = await serveHttp(async (request, response) => {
    await text(request)
    response.write(PART_HEADER)
    for (let row = 0; row < 30; row++) {
      response.write(Buffer.of(1))
      await setTimeout(2)
    }
    response.write(
      '\r\n__exception__\r\ntag\r\nCode: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)\n',
    )
    await setTimeout(50)
    response.destroy()
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())

  const reading = (async () => {
    for await (const _ of clickhouse.binaryChunks('select part from t')) await setTimeout(200)
  })()

  await expect(reading).rejects.toMatchObject({ code: 'timeout' })
})

test('a statement without a result that takes too long fails as a write, which can be sent again', async () => {
  const host = await serveHttp(async (request, response) => {
    await text(request)
    response.writeHead(500).end('Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)')
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())

  await expect(clickhouse.command('delete from t where 1')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a read is sent again if ClickHouse has closed the connection that it was sent on', async () => {
  const sockets = new Set<unknown>()
  const host = await serveHttp(async (request, response) => {
    const isReused = sockets.has(request.socket)
    sockets.add(request.socket)
    await text(request)
    if (isReused) request.socket.destroy()
    else response.end('{"n":1}\n')
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  await clickhouse.query('select 1 as n')
  await setTimeout(50)

  expect(await clickhouse.query('select 1 as n')).toEqual([{ n: 1 }])

  expect(sockets.size).toBe(2)
})

test('a read that closing ends is not sent again', async () => {
  let arrived = 0
  const host = await serveHttp(async (request, response) => {
    await text(request)
    if (++arrived === 1) response.end('{"n":1}\n')
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  await clickhouse.query('select 1 as n')
  const ended = expect(clickhouse.query('select 1 as n')).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => arrived).toBe(2)

  await clickhouse.close()

  await ended
  await setTimeout(100)
  expect(arrived).toBe(2)
})

test.each(['query', 'binaryChunks'] as const)('a result of `%s` that is cut off fails', async (method) => {
  const host = await serveHttp(async (request, response) => {
    await text(request)
    response.write(PART_HEADER)
    await setTimeout(20)
    response.destroy()
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  const result = clickhouse[method]('select part from t')

  await expect('next' in result ? result.next() : result).rejects.toMatchObject({ code: 'unavailable' })
})

/** Forwards requests, and breaks the connection instead of sending the first response. */
async function openRelay(target: string) {
  let requests = 0
  const host = await serveHttp(async (request, response) => {
    const isFirst = requests++ === 0
    const headers = { authorization: request.headers.authorization ?? '' }
    const reply = await fetch(`${target}${request.url}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(await buffer(request)),
    })
    if (isFirst) response.destroy()
    else response.writeHead(reply.status).end(await reply.text())
  })
  return { url: `http://${host}`, requests: () => requests }
}
