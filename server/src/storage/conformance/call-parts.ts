import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredCall } from '../../domain/calls/call.ts'
import type { JsonText } from '../../json/text.ts'
import { CALL_EVENTS, type CallPart, type CallStore } from '../port/calls.ts'
import type { Storage } from '../port.ts'
import { CallModel } from './call-model.ts'
import { IDS, LONG_TEXTS, partMakers, REFS } from './random-parts.ts'
import { callEnd, end, event, json, modelUsage, newProjectId, remove, rename, start } from './rows.ts'

const ALL_COLUMNS = ['attributes', 'inputs', 'output', 'summary', 'exception'] as const

export function callPartGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls
  const read = (project: string, ...ids: string[]) => calls().read(project, ids, ALL_COLUMNS)

  test('a call is determined by its parts, in whatever order and however often they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(partMakers(), { maxLength: 5 }), { maxLength: 5 }),
        async (batches) => {
          const project_id = newProjectId()
          const models = new Map(IDS.map((id) => [id, new CallModel()]))
          for (const makers of batches) {
            const parts = makers.map((make) => make(project_id))
            await calls().write(parts)
            for (const part of parts) models.get(idOf(part))?.apply(part)
          }

          expect(await observed(storage(), project_id)).toEqual(expected(models))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the dump of a span stays as it was received when other parts replace what it repeats', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const [asked, answered] = LONG_TEXTS
    const otel_dump = json({ input: { value: { asked } }, output: { value: { answered } }, again: { asked } })
    const dump = async () => (await read(project_id, 'a'))[0]?.otel_dump
    const span = { inputs: json({ 'input.value': { asked } }), otel_dump }

    await calls().write([start(key, span), end(key, { output: json({ answered }) })])
    expect(await dump()).toEqual(otel_dump)

    await calls().write([end(key, { output: json('other') })])
    expect(await dump()).toEqual(otel_dump)

    await calls().write([start(key, { ...span, inputs: json({}) }), end(key, { output: json({ answered }) })])
    expect(await dump()).toEqual(otel_dump)
  })

  test('a call is invisible to everything until its start', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const search = { project_id, filter: {}, sort: [] }
    await calls().write([
      end(key, { output: json('early'), usage: [modelUsage('m')], output_refs: ['ref'] }),
      rename(key, 'name'),
    ])

    expect(await read(project_id, 'a')).toEqual([])
    expect(await calls().find(search)).toEqual([])
    expect(await calls().count(search)).toBe(0)
    expect(await calls().size(search)).toBe(0)
    expect(await calls().usage(project_id, ['a'])).toEqual([])

    await calls().write([start(key, { trace_id: 't', display_name: 'ignored' })])

    expect(await read(project_id, 'a')).toMatchObject([{ output: json('early'), display_name: 'name' }])
    expect(await calls().count(search)).toBe(1)
    expect(await calls().usage(project_id, ['a'])).toHaveLength(1)
  })

  test('parts returns the parts of calls, visible or not', async () => {
    const project_id = newProjectId()
    const [whole, early] = [
      { project_id, id: 'a' },
      { project_id, id: 'b' },
    ]
    const ofWhole = [start(whole), end(whole), rename(whole, 'x'), event(whole, 'e')]
    await calls().write([
      ...ofWhole,
      event(early, 'e', 'first'),
      event(early, 'e', 'last'),
      start({ project_id, id: 'c' }),
    ])

    expect(await calls().parts(project_id, ['a', 'unknown'], BYTES_MAX)).toEqual([ofWhole])
    expect(await calls().parts(project_id, ['b'], BYTES_MAX)).toEqual([[event(early, 'e', 'last')]])
    expect(await calls().parts(newProjectId(), ['a'], BYTES_MAX)).toEqual([])
    expect((await calls().withEvents(project_id, ['a', 'b', 'c', 'unknown'])).sort()).toEqual(['a', 'b'])
    expect(await calls().withEvents(newProjectId(), ['a'])).toEqual([])
    expect(await read(project_id, 'b')).toEqual([])
  })

  test('parts returns no more than requested, and the rest can be requested again', async () => {
    const project_id = newProjectId()
    const ids = ['a', 'b', 'c']
    await calls().write(ids.map((id) => event({ project_id, id }, 'e', 'x'.repeat(1_000))))

    const missing = new Set(ids)
    const sizes: number[] = []
    while (missing.size > 0) {
      const page = await calls().parts(project_id, [...missing], 3_000)
      sizes.push(page.length)
      for (const [part] of page) if (part?.part === 'event') missing.delete(part.id)
    }

    expect(sizes.reduce((sum, size) => sum + size)).toBe(3)
    expect(sizes.length).toBeGreaterThan(1)
    expect(await calls().parts(project_id, ['a'], 1)).toHaveLength(1)
  })

  test('parts returns a limited number and size of events per call', async () => {
    const project_id = newProjectId()
    const [many, large] = [
      { project_id, id: 'a' },
      { project_id, id: 'b' },
    ]
    const half = 'x'.repeat(CALL_EVENTS.bytesMax / 2 - 100)
    await calls().write(
      Array.from({ length: CALL_EVENTS.countMax + 1 }, (_, index) => event(many, String(index), 0)),
    )
    for (const name of ['c', 'a', 'b']) await calls().write([event(large, name, half)])

    const [ofMany] = await calls().parts(project_id, ['a'], BYTES_MAX)
    const [ofLarge] = await calls().parts(project_id, ['b'], BYTES_MAX)

    expect(ofMany).toHaveLength(CALL_EVENTS.countMax)
    expect(ofLarge?.map((part) => part.part === 'event' && part.key)).toEqual(['a', 'b'])
  })

  test('a delete is permanent and leaves nothing to find', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const whole = [
      start(key, { input_refs: ['in'], thread_id: 'th', turn_id: 'a' }),
      end(key, { output_refs: ['out'], usage: [modelUsage('m')] }),
      event(key, 'e'),
    ]
    await calls().write(whole)

    await calls().write([remove(key)])
    await calls().write([...whole, rename(key, 'back')])

    const found = (filter: object) => calls().find({ project_id, filter, sort: [] })
    expect(await read(project_id, 'a')).toEqual([])
    expect(await found({})).toEqual([])
    expect(await found({ input_refs: [{ equals: 'in' }] })).toEqual([])
    expect(await found({ output_refs: [{ equals: 'out' }] })).toEqual([])
    expect(await calls().usage(project_id, ['a'])).toEqual([])
    expect(await calls().parts(project_id, ['a'], BYTES_MAX)).toEqual([[remove(key)]])
    expect(await calls().withEvents(project_id, ['a'])).toEqual([])
    expect(await calls().threads({ project_id, sort: [] })).toEqual([])
    expect(await storage().projects.sizes(project_id)).toMatchObject({ calls: 0 })
  })

  test('a call deleted before it was known never appears', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }

    await calls().write([remove(key)])
    await calls().write([start(key), end(key)])

    expect(await read(project_id, 'a')).toEqual([])
  })

  test('one write may have parts of several projects', async () => {
    const [first, second] = [newProjectId(), newProjectId()]

    await calls().write([
      start({ project_id: first, id: 'a' }, { op_name: 'one' }),
      end({ project_id: second, id: 'a' }),
      start({ project_id: second, id: 'a' }, { op_name: 'two' }),
    ])

    expect(await read(first, 'a')).toMatchObject([{ op_name: 'one', ended_at: null }])
    expect(await read(second, 'a')).toMatchObject([{ op_name: 'two', ended_at: 2_000 }])
  })

  test('closing ends open calls only, and is undone by the end of the call', async () => {
    const project_id = newProjectId()
    const [open, done] = [
      { project_id, id: 'open' },
      { project_id, id: 'done' },
    ]
    const closing = (key: typeof open) => callEnd(key, { exception: 'closed', ended_at: 7 })
    await calls().write([start(open), start(done), end(done, { output: json('real'), ended_at: 5 })])

    await calls().close([closing(open), closing(done)])

    expect(await read(project_id, 'open', 'done')).toMatchObject([
      { id: 'open', failed: true, exception: 'closed', ended_at: 7 },
      { id: 'done', failed: false, exception: null, ended_at: 5, output: json('real') },
    ])
    await calls().write([end(open, { output: json('late'), ended_at: 9 })])
    await calls().close([closing(open)])
    expect(await read(project_id, 'open')).toMatchObject([
      { failed: false, ended_at: 9, output: json('late') },
    ])
    await expect(calls().close([])).resolves.toBeUndefined()
  })

  test('an empty write is no error', async () => {
    await expect(calls().write([])).resolves.toBeUndefined()
  })
}

/** More than any of these calls takes. */
const BYTES_MAX = 2 ** 30

function idOf(part: CallPart): string {
  switch (part.part) {
    case 'start':
      return part.start.id
    case 'end':
      return part.end.id
    case 'rename':
    case 'delete':
    case 'event':
      return part.id
  }
}

interface Observation {
  readonly calls: readonly StoredCall[]
  readonly found: readonly string[]
  readonly count: number
  readonly withRef: readonly (readonly string[])[]
  readonly usage: readonly string[]
  readonly events: readonly Record<string, JsonText>[]
}

async function observed({ calls }: Storage, project_id: string): Promise<Observation> {
  const find = async (filter: object) => (await calls.find({ project_id, filter, sort: [] })).sort()
  return {
    calls: await calls.read(project_id, IDS, ALL_COLUMNS),
    found: await find({}),
    count: await calls.count({ project_id, filter: {}, sort: [] }),
    withRef: [
      ...(await Promise.all(REFS.map((ref) => find({ input_refs: [{ equals: ref }] })))),
      ...(await Promise.all(REFS.map((ref) => find({ output_refs: [{ equals: ref }] })))),
    ],
    usage: (await calls.usage(project_id, IDS)).map(({ id, model }) => `${id} ${model}`).sort(),
    events: await Promise.all(IDS.map((id) => eventsOf(calls, project_id, id))),
  }
}

async function eventsOf(calls: CallStore, project_id: string, id: string): Promise<Record<string, JsonText>> {
  const [parts = []] = await calls.parts(project_id, [id], BYTES_MAX)
  return Object.fromEntries(
    parts.flatMap((part) => (part.part === 'event' ? [[part.key, part.event] as const] : [])),
  )
}

function expected(models: ReadonlyMap<string, CallModel>): Observation {
  const visible = [...models.values()].flatMap((model) => model.visible() ?? [])
  const having = (side: 'input' | 'output', ref: string) =>
    [...models].flatMap(([id, model]) => (model.refs()[side].includes(ref) ? [id] : []))
  return {
    calls: visible,
    found: visible.map(({ id }) => id),
    count: visible.length,
    withRef: [...REFS.map((ref) => having('input', ref)), ...REFS.map((ref) => having('output', ref))],
    usage: [...models].flatMap(([id, model]) => model.models().map((name) => `${id} ${name}`)).sort(),
    events: [...models.values()].map((model) => model.events()),
  }
}
