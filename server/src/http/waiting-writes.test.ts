import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { CallBatch, CallPart } from '../storage/port/calls.ts'
import { newProject } from '../testing/objects.ts'
import { exportedSpan, exportOf, inProject } from '../testing/otlp.ts'
import { openService } from '../testing/service.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const service = await openService()
afterAll(() => service.close())

const project_id = newProject()
const start = {
  project_id,
  ...{ id: 'a', trace_id: 't', op_name: 'answer', started_at: '2026-01-01T00:00:00Z' },
  ...{ attributes: {}, inputs: { question: 'why?' } },
}
const end = { project_id, id: 'a', ended_at: '2026-01-01T00:00:01Z', output: 'so', summary: {} }

test.each([
  ['/otel/v1/traces', exportOf([exportedSpan({ input: 'hi' })], inProject(project_id))],
  ['/call/upsert_batch', { batch: [{ mode: 'start', req: { start } }] }],
  [`/v2/${project_id}/calls/complete`, { batch: [{ ...start, ...end }] }],
])('a request to %s keeps nothing of its calls while it waits for the disk', async (url, body) => {
  const write = holdWrites()

  const reply = service.post(url, body)
  const part = await write.started
  await nextTurn()
  collectGarbage()

  expect(part).toBeInstanceOf(WeakRef)
  expect(part?.deref()).toBeUndefined()
  write.acknowledge()
  expect(await reply).toMatchObject({ status: 200 })
})

/** Delays the acknowledgement of writes until the test asks for it. */
function holdWrites() {
  const { calls } = service.storage
  const { write, newBatch } = calls
  onTestFinished(() => void Object.assign(calls, { write, newBatch }))
  const signals = new EventEmitter()
  const started = once(signals, 'started').then(([part]: WeakRef<CallPart>[]) => part)
  const acknowledged = once(signals, 'acknowledged')
  let first: WeakRef<CallPart> | undefined
  const note = ([part]: readonly CallPart[]) => {
    first ??= part && new WeakRef(part)
  }
  Object.assign(calls, {
    newBatch() {
      const batch = newBatch()
      const { add } = batch
      return Object.assign(batch, {
        add(parts: readonly CallPart[]) {
          note(parts)
          add.call(batch, parts)
        },
      })
    },
    write(parts: readonly CallPart[] | CallBatch): Promise<void> {
      if (!('add' in parts)) note(parts)
      if (first) signals.emit('started', first)
      return Promise.all([write(parts), acknowledged]).then(() => undefined)
    },
  })
  return { started, acknowledge: () => signals.emit('acknowledged') }
}
