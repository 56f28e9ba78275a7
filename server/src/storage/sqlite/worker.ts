import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { abandoned } from '../../domain/errors.ts'
import { openForReading, openForWriting } from './connection.ts'
import { toFailure } from './failure.ts'
import { runAsGroup, runTask } from './group-commit.ts'
import { migrate } from './migrate.ts'
import type { Answer, Task, WorkerData } from './protocol.ts'
import { readStores } from './read-stores.ts'
import { UnwantedTasks } from './unwanted-tasks.ts'
import { writeStores } from './write-stores.ts'

/** Beyond this many tasks a group is committed and answered before the next is begun. */
const GROUP_TASKS_MAX = 256

if (parentPort) serve(parentPort, workerData)

function serve(port: MessagePort, data: WorkerData): void {
  if (data.role === 'writer') serveWrites(port, data)
  else serveReads(port, data)
  port.postMessage('ready')
}

/** Everything that arrived while the last commit ran is the next group: no timer, no tuning. */
function serveWrites(port: MessagePort, data: WorkerData): void {
  const db = openForWriting(data.databasePath)
  migrate(db, data.databasePath, data.migrationsFolder)
  const { stores, forget } = writeStores(db)

  port.on('message', (first: Task | 'close') => {
    for (const group of groups(port, first)) {
      if (group === 'close') return close(port, () => db.exec('pragma wal_checkpoint(truncate)'), db.close)
      for (const answer of runAsGroup(db, stores, group, forget)) port.postMessage(answer)
    }
  })
}

function serveReads(port: MessagePort, data: WorkerData): void {
  const unwanted = new UnwantedTasks(data.unwanted)
  let running = 0
  let isGivenUp = false
  const isWanted = () => {
    isGivenUp ||= unwanted.has(running)
    return !isGivenUp
  }
  const db = openForReading(data.databasePath, isWanted)
  const stores = readStores(db)

  /** Who asked may leave while the task waits its turn, and while it runs: it then fails in words of the driver's. */
  const runWhileWanted = (task: Task) => {
    running = task.id
    isGivenUp = false
    try {
      if (isWanted()) return runTask(stores, task)
    } catch (error) {
      if (!isGivenUp) throw error
    }
    throw abandoned()
  }
  port.on('message', (task: Task | 'close') => {
    if (task === 'close') return close(port, db.close)
    port.postMessage(answer(() => runWhileWanted(task), task.id))
  })
}

function* groups(port: MessagePort, first: Task | 'close'): Generator<Task[] | 'close'> {
  let group: Task[] = []
  for (let message: Task | 'close' | undefined = first; message; message = next(port)) {
    if (message === 'close') {
      if (group.length > 0) yield group
      yield 'close'
      return
    }
    group.push(message)
    if (group.length === GROUP_TASKS_MAX) {
      yield group
      group = []
    }
  }
  if (group.length > 0) yield group
}

const next = (port: MessagePort): Task | 'close' | undefined => receiveMessageOnPort(port)?.message

function answer(run: () => unknown, id: number): Answer {
  try {
    return { id, result: run() }
  } catch (error) {
    return { id, failure: toFailure(error) }
  }
}

function close(port: MessagePort, ...steps: (() => void)[]): void {
  for (const step of steps) step()
  port.close()
}
