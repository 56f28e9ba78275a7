import type { MessagePort } from 'node:worker_threads'
import { WriteListeners } from '../port/write-listeners.ts'
import type { Storage } from '../port.ts'
import { openForReading } from './connection.ts'
import { type ReadStores, readStores } from './read-stores.ts'
import { sqliteStores } from './stores.ts'
import { runTask } from './threads/group-commit.ts'
import type { Answer } from './threads/protocol.ts'
import { storageClosed, TaskClient } from './threads/task-client.ts'
import { remote } from './threads/thread.ts'
import { WriteBacklog } from './threads/write-backlog.ts'
import type { WriteStores } from './write-stores.ts'

/** What another thread needs to use an open storage. */
export interface SharedHandle {
  readonly databasePath: string
  readonly cacheKib: number
  /** Connected to the writer thread: sends tasks, receives results. */
  readonly writer: MessagePort
  /** To the thread that opened the storage. */
  readonly written: MessagePort
}

/** Sent to the thread that opened the storage: after each committed write its latency, after each change its call parts. */
export type Written = { readonly parts: number } | { readonly writeMs: number }

/**
 * Opens a storage that another thread of this process has opened. Writes go to its writer thread, so that there is
 * only one; reads run in the calling thread on a separate connection.
 */
export function openSharedSqliteStorage(handle: SharedHandle): Storage {
  const { databasePath, cacheKib, writer, written } = handle
  const client = new TaskClient((message, transfer) => writer.postMessage(message, transfer))
  writer.on('message', (answer: Answer) => client.settle(answer))
  writer.on('close', () => client.abandon(storageClosed()))
  const db = openForReading(databasePath, () => true, cacheKib)
  const reads = readStores(db)
  const backlog = new WriteBacklog()
  const listeners = new WriteListeners()
  listeners.add(() => written.postMessage({ parts: 0 } satisfies Written))

  const read = <Name extends keyof ReadStores & string>(store: Name) =>
    remote<ReadStores[Name]>(async (method, args) => runTask(reads, { id: 0, store, method, args }))
  const timed = async <T>(startedAt: number, task: Promise<T>): Promise<T> => {
    const result = await task
    written.postMessage({ writeMs: performance.now() - startedAt } satisfies Written)
    return result
  }
  const write = <Name extends keyof WriteStores & string>(store: Name) =>
    remote<WriteStores[Name]>((method, args) =>
      backlog.add(args, () => timed(performance.now(), client.run(store, method, args))),
    )

  return {
    ...sqliteStores({
      read,
      scan: read,
      write,
      listeners,
      countParts: (parts) => written.postMessage({ parts } satisfies Written),
    }),
    status: () => Promise.reject(new Error('only the storage that was shared reports its status')),
    probe: () => write('health').probe(),
    share: () => {
      throw new Error('a shared storage cannot be shared again')
    },
    async close() {
      writer.close()
      written.close()
      db.close()
    },
  }
}
