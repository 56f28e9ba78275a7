import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { abandoned } from '../../errors.ts'
import { openForReading, openForWriting } from './connection.ts'
import { OpenedFiles, protectFiles } from './database/database-files.ts'
import type { Database } from './database/driver.ts'
import { migrate } from './database/migrate.ts'
import { refuseOtherFiles, whyNotOpened } from './database/refuse-file.ts'
import { readStores } from './read-stores.ts'
import { serveSealing } from './sealed/sealing-thread.ts'
import { toFailure } from './threads/failure.ts'
import { runAsGroup, runTask } from './threads/group-commit.ts'
import {
  type Answer,
  Cancellation,
  type NextPart,
  ownedBytes,
  type Task,
  type WorkerData,
} from './threads/protocol.ts'
import { type WriterMessage, writeGroups } from './threads/write-groups.ts'
import { writeStores } from './write-stores.ts'

/** Columns times rows of a list that are sent at once: few enough that the main thread reads them in some milliseconds. */
const PART_VALUES = 50_000

if (parentPort) serve(parentPort, workerData)

function serve(port: MessagePort, data: WorkerData): void {
  try {
    if (data.role === 'writer') serveWrites(port, data)
    else if (data.sealing) serveSealing(port, data, data.sealing)
    else serveReads(port, data)
  } catch (error) {
    // If thrown, it would arrive as a bare Error. Without a listener on the port, the thread exits.
    port.postMessage({ cannotOpen: toFailure(whyNotOpened(error, data.databasePath)) })
    return
  }
  port.postMessage('ready')
}

function serveWrites(port: MessagePort, data: WorkerData): void {
  refuseOtherFiles(data.databasePath)
  protectFiles(data.databasePath)
  const db = openForWriting(data.databasePath)
  // Standard error: an upgrade may take minutes, and nothing else is to be seen meanwhile.
  migrate(db, data.databasePath, data.migrationsFolder, console.error)
  const { stores, forget } = writeStores(db)
  const files = new OpenedFiles(data.databasePath)
  const options = { undone: forget, checkFiles: () => files.check() }

  const ports = new Set<MessagePort>([port])
  let isClosed = false
  const closeAll = () => {
    isClosed = true
    for (const each of ports) each.close()
  }
  const serveTasks = (from: MessagePort) =>
    from.on('message', (message: WriterMessage) => {
      // A port that is closed delivers what it has received already.
      if (isClosed) return
      for (const group of writeGroups(ports, { message, from })) {
        if (group === 'close')
          return close(closeAll, () => db.exec('pragma wal_checkpoint(truncate)'), db.close)
        if (group === 'checkpoint') checkpoint(db)
        else if ('port' in group) {
          ports.add(group.port)
          serveTasks(group.port).once('close', () => ports.delete(group.port))
        } else {
          const tasks = group.map(({ message }) => message)
          for (const [index, answer] of runAsGroup(db, stores, tasks, options).entries())
            group[index]?.from.postMessage(answer)
        }
      }
    })
  serveTasks(port)
}

/** Writes the WAL into the database file and empties it, if no reader is in the way. */
function checkpoint(db: Database): void {
  try {
    db.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
  } catch (error) {
    // A full disk, for one. The next commits tell their callers.
    console.error(
      'The write-ahead log could not be written into the database, which will be tried again:',
      error,
    )
  } finally {
    db.exec('pragma busy_timeout = 5000')
  }
}

function serveReads(port: MessagePort, data: WorkerData): void {
  const cancellation = new Cancellation(data.cancellation)
  let running = 0
  const isWanted = () => !cancellation.isCancelled(running)
  const db = openForReading(data.databasePath, isWanted, data.readCacheKib)
  const stores = readStores(db)

  const runWhileWanted = (task: Task) => {
    running = task.id
    try {
      if (isWanted()) return runTask(stores, task)
    } catch (error) {
      // A cancelled read fails with a driver error, which is replaced below.
      if (isWanted()) throw error
    }
    throw abandoned()
  }
  /** What is left to send of the latest result. */
  let rest: readonly unknown[] = []
  const send = (done: Answer) => {
    const list = 'result' in done && Array.isArray(done.result) ? done.result : []
    const length = partLength(list)
    rest = list.slice(length)
    if (rest.length === 0) port.postMessage(done, 'result' in done ? ownedBytes([done.result]) : [])
    else port.postMessage({ id: done.id, part: list.slice(0, length) } satisfies Answer)
  }
  const restWhileWanted = () => {
    if (isWanted()) return rest
    throw abandoned()
  }
  port.on('message', (message: Task | NextPart | 'close') => {
    if (message === 'close') return close(() => port.close(), db.close)
    if ('nextPartOf' in message) send(answer(restWhileWanted, message.nextPartOf))
    else send(answer(() => runWhileWanted(message), message.id))
  })
}

/** How many rows of a list are sent at once, by the columns of the first. */
function partLength([first]: readonly unknown[]): number {
  const isRow = typeof first === 'object' && first !== null && !ArrayBuffer.isView(first)
  return Math.ceil(PART_VALUES / Math.max(1, isRow ? Object.keys(first).length : 1))
}

function answer(run: () => unknown, id: number): Answer {
  try {
    return { id, result: run() }
  } catch (error) {
    return { id, failure: toFailure(error) }
  }
}

/** Runs every step even if one fails: a WAL that cannot be checkpointed now is checkpointed on the next start. */
function close(closePorts: () => void, ...steps: (() => void)[]): void {
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      console.error('The storage did not close cleanly:', error)
    }
  }
  closePorts()
}
