import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Task } from './protocol.ts'

/** Largest number of tasks in one transaction. */
const GROUP_TASKS_MAX = 256

export type WriterMessage = Task | Order

/** What is not a task: the tasks that came before it are committed first. */
type Order = 'close' | 'checkpoint' | { readonly port: MessagePort }

/** A message and the port that waits for its answer. */
interface Sent<Message> {
  readonly message: Message
  readonly from: MessagePort
}

/**
 * Everything that has arrived at any port since the last commit, with consecutive tasks grouped for one commit: threads
 * that write at the same time share a flush to disk, and there is no timer to tune. Ends when all ports are empty. A task of the
 * sealer is committed alone: no client grouped with it should wait for it, or get its failure.
 */
export function* writeGroups(
  ports: ReadonlySet<MessagePort>,
  first: Sent<WriterMessage>,
): Generator<readonly Sent<Task>[] | Order> {
  let group: Sent<Task>[] = []
  for (const { message, from } of inTurn(ports, first)) {
    const isShared = isTask(message) && message.store !== 'sealing'
    if (isShared) group.push({ message, from })
    if (group.length > 0 && (!isShared || group.length === GROUP_TASKS_MAX)) {
      yield group
      group = []
    }
    if (!isShared) yield isTask(message) ? [{ message, from }] : message
    if (message === 'close') return
  }
  if (group.length > 0) yield group
}

const isTask = (message: WriterMessage): message is Task => typeof message === 'object' && 'id' in message

/** One message of each port in turn, so that a port that is never empty does not hold up the others. */
function* inTurn(
  ports: ReadonlySet<MessagePort>,
  first: Sent<WriterMessage>,
): Generator<Sent<WriterMessage>> {
  yield first
  let areEmpty: boolean
  do {
    areEmpty = true
    for (const from of ports) {
      const next: { message: WriterMessage } | undefined = receiveMessageOnPort(from)
      if (!next) continue
      areEmpty = false
      yield { ...next, from }
    }
  } while (!areEmpty)
}
