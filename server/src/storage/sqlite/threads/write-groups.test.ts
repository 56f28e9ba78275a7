import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { Task } from './protocol.ts'
import { type WriterMessage, writeGroups } from './write-groups.ts'

test('tasks of several threads share a commit', () => {
  const { main, ingest, ports } = twoThreads()
  send(main, 2, 3)
  send(ingest, 10, 11)

  expect(groupsFrom(ports, 1)).toEqual([[1, 2, 10, 3, 11]])
})

test('a thread that always has more to write leaves others their turn', () => {
  const { main, ingest, ports } = twoThreads()
  send(ingest, ...Array.from({ length: 1000 }, (_, index) => index + 10))
  send(main, 2)

  const [first, ...later] = groupsFrom(ports, 1)

  expect(first).toHaveLength(256)
  expect(first).toContain(2)
  expect(later.flat()).toHaveLength(746)
})

test('what was sent before an order is committed before it', () => {
  const { main, ingest, ports } = twoThreads()
  send(main, 2)
  main.postMessage('checkpoint')
  send(main, 3)
  main.postMessage('close')
  send(ingest, 10)

  expect(groupsFrom(ports, 1)).toEqual([[1, 2, 10], 'checkpoint', [3], 'close'])
})

test('a task of the sealer has a commit of its own', () => {
  const { main, ingest: sealer, ports } = twoThreads()
  sealer.postMessage({ ...task(10), store: 'sealing' })
  send(main, 2, 3)

  expect(groupsFrom(ports, 1)).toEqual([[1, 2], [10], [3]])
})

test('a thread that has gone does not hold up the others', () => {
  const { main, ingest, ports } = twoThreads()
  ingest.close()
  send(main, 2)

  expect(groupsFrom(ports, 1)).toEqual([[1, 2]])
})

/** The ends by which two threads send, and the writer's ends of the same channels. */
function twoThreads() {
  const [first, second] = [new MessageChannel(), new MessageChannel()]
  onTestFinished(() => {
    first.port1.close()
    second.port1.close()
  })
  return { main: first.port1, ingest: second.port1, ports: new Set([first.port2, second.port2]) }
}

function send(thread: MessagePort, ...ids: number[]): void {
  for (const id of ids) thread.postMessage(task(id))
}

/** The groups as ids, when the message that wakes the writer is the task `firstId` of the first port. */
function groupsFrom(ports: ReadonlySet<MessagePort>, firstId: number): unknown[] {
  const [from] = ports
  if (!from) throw new Error('no port')
  const message: WriterMessage = task(firstId)
  const groups = [...writeGroups(ports, { message, from })]
  return groups.map((group) => (Array.isArray(group) ? group.map(({ message }) => message.id) : group))
}

const task = (id: number): Task => ({ id, store: 'calls', method: 'write', args: [] })
