import { readObject } from '@heddle/contract/objects'
import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'
import { opOf } from '../../stored-calls.ts'
import { storedFile, storedObject, storedRows } from '../../stored-objects.ts'

const PROJECT = 'team/app'

export function objectGuarantees(suite: SdkSuite): void {
  test('an object is published and read back', async () => {
    expect(suite.resultOf('published_objects')).toEqual({ temperature: 0.5, tags: ['a', 'b'] })

    expect(await storedObject(suite.client, PROJECT, 'settings')).toMatchObject({
      _type: 'Settings',
      temperature: 0.5,
    })
  })

  test('versions of an object are read by index and as latest, and deleted', async () => {
    expect(suite.resultOf('versions_of_objects')).toEqual([1, 2, 2])

    const first = { project_id: PROJECT, object_id: 'versioned', digest: 'v0' }
    await expect(suite.client.call(readObject, first)).rejects.toMatchObject({ status: 404 })
    expect(await storedObject(suite.client, PROJECT, 'versioned')).toEqual({ n: 2 })
  })

  test('prompts are published and read back', async () => {
    expect(suite.resultOf('prompts')).toEqual([
      'Ask Ada politely.',
      [{ role: 'user', content: 'Hello, Ada' }],
    ])

    expect(await storedObject(suite.client, PROJECT, 'asking')).toMatchObject({
      content: 'Ask {name} politely.',
    })
  })

  test('a dataset is published, read back and walked through, its rows by their refs too', async () => {
    const walked = Array.from({ length: 120 }, (_, i) => i + i)
    expect(suite.resultOf('datasets')).toEqual({ length: 120, walked, row_ref: 'What is 119 + 119?' })

    const rows = walked.map((expected, i) => ({ question: `What is ${i} + ${i}?`, expected }))
    expect(await storedRows(suite.client, PROJECT, 'sums')).toEqual(rows)
  })

  // 0.52 joins the chunks of a large table in the order in which they arrived: it promises no order.
  test('a dataset of 1,500 rows is published and read back, no row lost or doubled', async () => {
    const numbers = Array.from({ length: 1500 }, (_, n) => n)
    expect(suite.resultOf('large_datasets')).toEqual({ length: 1500, walked: numbers })

    const rows = await storedRows(suite.client, PROJECT, 'large')
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1500)
    expect(rows).toHaveLength(1500)
  })

  test("an op is published with its function's source, and runs when it is read back", async () => {
    expect(suite.resultOf('source_of_ops')).toBe(42)

    const op = await storedObject(suite.client, PROJECT, 'twice')
    expect(await storedFile(suite.client, PROJECT, op, 'obj.py')).toContain('return x + x')
  })

  test('images in inputs, outputs and objects are kept as files', async () => {
    expect(suite.resultOf('images')).toEqual([3, 2])

    const [call] = (await suite.callsOf(PROJECT)).filter((candidate) => opOf(candidate) === 'draw')
    expect(await storedFile(suite.client, PROJECT, call?.output, 'image.png')).toMatch(/^\x89PNG/)
  })

  test('content of any type is kept as a file', async () => {
    expect(suite.resultOf('contents')).toBe('%PDF-1.4 not really')

    const [call] = (await suite.callsOf(PROJECT)).filter((candidate) => opOf(candidate) === 'attach')
    expect(await storedFile(suite.client, PROJECT, call?.output, 'content')).toBe('%PDF-1.4 not really')
  })
}
