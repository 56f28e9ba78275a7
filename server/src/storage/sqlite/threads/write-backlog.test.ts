import { expect, test } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import { start } from '../../conformance/rows.ts'
import { packedParts } from '../calls/packed-parts.ts'
import { WriteBacklog } from './write-backlog.ts'

const BYTES_MAX = 1000

/** A backlog, and writes that wait until they are told to end. */
function openBacklog() {
  const backlog = new WriteBacklog(BYTES_MAX)
  const ends: (() => void)[] = []
  const add = (...args: unknown[]) =>
    backlog.add(args, () => new Promise<void>((resolve) => ends.push(resolve)))
  return { add, ends }
}

const overloaded = { code: 'overloaded', details: { retry_after_seconds: 5 } }

test.each([
  [
    'calls',
    [
      packedParts([
        start({ project_id: 'team/app', id: 'a' }, { inputs: new JsonText(`"${'x'.repeat(600)}"`) }),
      ]),
    ],
  ],
  ['texts in rows', [[{ inputs: 'x'.repeat(600) }]]],
  ['numbers', [Array.from({ length: 75 }, (_, at) => at)]],
  ['bytes', ['team/app', 'digest', new Uint8Array(600)]],
  ['pairs in lists', ['team/app', [['digest', 'x'.repeat(600)]]]],
])('writes of %s wait up to a number of bytes, and beyond it are refused', async (_, args) => {
  const { add, ends } = openBacklog()
  const first = add(...args)

  await expect(add(...args)).rejects.toMatchObject(overloaded)
  ends[0]?.()
  await first
  const next = add(...args)
  ends[1]?.()

  await expect(next).resolves.toBeUndefined()
})

test('a write larger than the whole backlog is taken while nothing waits', async () => {
  const { add, ends } = openBacklog()
  const large = add('x'.repeat(BYTES_MAX * 2))

  await expect(add('x')).rejects.toMatchObject(overloaded)
  ends[0]?.()
  await large
})

test('a write that fails waits no longer', async () => {
  const backlog = new WriteBacklog(BYTES_MAX)
  const fail = () => backlog.add(['x'.repeat(900)], () => Promise.reject(new Error('refused')))

  await expect(fail()).rejects.toThrow('refused')
  await expect(fail()).rejects.toThrow('refused')
})
