import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import type { Storage } from '../port.ts'
import { end, json, newProjectId, start } from './rows.ts'

export function callReadGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test('calls are in the order of the ids, duplicates included, and unknown ones are skipped', async () => {
    const project_id = newProjectId()
    await calls().write(['a', 'b', 'c'].map((id) => start({ project_id, id })))

    const read = await calls().read(project_id, ['c', 'unknown', 'a', 'c'], [])

    expect(read.map(({ id }) => id)).toEqual(['c', 'a', 'c'])
  })

  test('a wide column that was not requested is null', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const wide = {
      attributes: json({ a: 1 }),
      otel_dump: json({ span: 1 }),
      inputs: json({ i: 1 }),
      output: json({ o: 1 }),
      summary: json({ s: 1 }),
      exception: 'broken',
    }
    const nothing = Object.fromEntries(Object.keys(wide).map((name) => [name, null]))
    await calls().write([start(key, wide), end(key, wide)])
    const read = async (...columns: Parameters<Storage['calls']['read']>[2]) =>
      (await calls().read(project_id, ['a'], columns))[0]

    expect(await read()).toMatchObject({ ...nothing, failed: true })
    expect(await read('inputs')).toMatchObject({ ...nothing, inputs: wide.inputs })
    expect(await read('attributes')).toMatchObject({
      ...nothing,
      attributes: wide.attributes,
      otel_dump: wide.otel_dump,
    })
    expect(await read('summary', 'exception')).toMatchObject({
      ...nothing,
      summary: wide.summary,
      exception: wide.exception,
    })
    expect(await read('attributes', 'inputs', 'output', 'summary', 'exception')).toMatchObject(wide)
  })

  test('JSON keeps its text', async () => {
    const project_id = newProjectId()
    const text = '{"b": 1.0, "a":12345678901234567890123, "__proto__":{"x":"\\ud83c \\u0000"}, "é":[]}'

    await calls().write([start({ project_id, id: 'a' }, { inputs: new JsonText(text) })])

    const [call] = await calls().read(project_id, ['a'], ['inputs'])
    expect(call?.inputs?.text).toBe(text)
  })

  test('a payload of megabytes is returned completely', async () => {
    const project_id = newProjectId()
    const output = json({ text: 'x'.repeat(5_000_000) })

    await calls().write([start({ project_id, id: 'a' }), end({ project_id, id: 'a' }, { output })])

    const [call] = await calls().read(project_id, ['a'], ['output'])
    expect(call?.output?.text.length).toBe(output.text.length)
    expect(call?.size_bytes).toBe(output.text.length + 6)
  })

  test('a payload is truncated to the requested length, and is still JSON', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const inputs = new JsonText('{"question": "é😀é😀é😀", "more": [1, 2, 3]}')
    const output = json('short')
    await calls().write([start(key, { inputs }), end(key, { output })])
    const read = async (payloadMax: number) =>
      (await calls().read(project_id, ['a'], ['inputs', 'output', 'summary'], payloadMax))[0]

    expect(await read(17)).toMatchObject({ inputs: new JsonText('{"question": "é😀é…"}'), output })
    expect(await read(35)).toMatchObject({
      inputs: new JsonText('{"question": "é😀é😀é😀", "more": [1]}'),
      output,
    })
    expect(await read(1000)).toMatchObject({ inputs, output })
    // A payload of exactly this length is not truncated.
    expect(await read(output.text.length)).toMatchObject({ output })
    expect(await calls().read(project_id, ['a'], ['summary'], 5)).toMatchObject([{ inputs: null }])
  })

  test('calls of another or an unknown project are not read', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await calls().write([start({ project_id: mine, id: 'a' }), start({ project_id: other, id: 'b' })])

    expect(await calls().read(other, ['a'], [])).toEqual([])
    expect(await calls().read(newProjectId(), ['a'], [])).toEqual([])
  })
}
