import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { agentSpan } from '../../../testing/agent-spans.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { newProjectId } from '../../conformance/rows.ts'
import { openSqliteStorage } from '../storage.ts'
import type { NextPart, Task } from './protocol.ts'
import { storageClosed, TaskClient } from './task-client.ts'

function clientThatRecords() {
  const sent: (Task | NextPart)[] = []
  return { client: new TaskClient((message) => sent.push(message)), sent }
}

test('the parts of a long list are requested one per turn of the event loop, and joined', async () => {
  const { client, sent } = clientThatRecords()
  const answer = client.run('calls', 'find', [])

  client.settle({ id: 1, part: ['a', 'b'] })
  const requestedAtOnce = sent.length
  await nextTurn()
  client.settle({ id: 1, result: ['c'] })

  expect(requestedAtOnce).toBe(1)
  expect(sent[1]).toEqual({ nextPartOf: 1 })
  expect(await answer).toEqual(['a', 'b', 'c'])
})

test('a list whose thread ends between two parts is rejected', async () => {
  const { client } = clientThatRecords()
  const answer = client.run('calls', 'find', [])

  client.settle({ id: 1, part: ['a'] })
  client.abandon(storageClosed())

  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
})

test('a list of several parts is read completely and in order', async () => {
  const storage = await openSqliteStorage({ folder: temporaryFolder() })
  onTestFinished(() => storage.close())
  const project_id = newProjectId()
  const ids = Array.from({ length: 3_000 }, (_, n) => String(n).padStart(16, '0'))
  await storage.agentSpans.put(ids.map((span_id, n) => agentSpan(project_id, span_id, { started_at: n })))

  const found = await storage.agentSpans.findDetailed({ project_id, sort: [] })

  expect(found.map(({ span_id }) => span_id)).toEqual(ids)
})
