import { expect, test } from 'vitest'
import { storedFile, storedObject, storedRows } from '../stored-objects.ts'
import { describeNodeSdks } from './node-suite.ts'

const MEDIA = [
  { scenario: 'images', type: 'PIL.Image.Image', file: 'image.png', content: 'not really a picture' },
  { scenario: 'sounds', type: 'wave.Wave_read', file: 'audio.wav', content: 'not really a sound' },
]

describeNodeSdks(['objects'], (suite) => {
  test('an object is published and read back', async () => {
    const settings = { temperature: 0.5, tags: ['a', 'b'], deep: { on: true } }

    expect(suite.resultOf('publishedObjects')).toMatchObject(settings)
    expect(await storedObject(suite.client, 'team/publishedObjects', 'settings')).toEqual(settings)
  })

  test('prompts are published and read back', async () => {
    expect(suite.resultOf('prompts')).toEqual([
      'Ask Ada politely.',
      [{ role: 'user', content: 'Hello, Ada' }],
    ])

    expect(await storedObject(suite.client, 'team/prompts', 'ask')).toMatchObject({
      _type: 'StringPrompt',
      content: 'Ask {name} politely.',
    })
  })

  test('a dataset of 1,500 rows is published, every row in its place', async () => {
    suite.resultOf('datasets')

    const rows = await storedRows(suite.client, 'team/datasets', 'sums')
    expect(rows).toEqual(
      Array.from({ length: 1500 }, (_, i) => ({ question: `What is ${i} + ${i}?`, expected: i + i })),
    )
  })

  test.skipIf(suite.isOlder)('a dataset is read back and walked through', () => {
    expect(suite.resultOf('loadedDatasets')).toEqual(Array.from({ length: 250 }, (_, n) => n))
  })

  test("an op is published with its function's source", async () => {
    suite.resultOf('sourceOfOps')

    const op = await storedObject(suite.client, 'team/sourceOfOps', 'twice')
    expect(op).toMatchObject({ weave_type: { type: 'Op' } })
    expect(await storedFile(suite.client, 'team/sourceOfOps', op, 'obj.py')).toContain('return x + x')
  })

  for (const { scenario, type, file, content } of MEDIA) {
    test(`${scenario} in an output are kept as files`, async () => {
      suite.resultOf(scenario)

      const [call] = await suite.callsOf(`team/${scenario}`)
      expect(call?.output).toMatchObject({ _type: 'CustomWeaveType', weave_type: { type } })
      expect(await storedFile(suite.client, `team/${scenario}`, call?.output, file)).toBe(content)
    })
  }
})
