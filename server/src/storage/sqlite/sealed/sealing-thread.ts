import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { openForReading } from '../connection.ts'
import { toFailure } from '../threads/failure.ts'
import type { Answer, Task, WorkerData } from '../threads/protocol.ts'
import { storageClosed, TaskClient } from '../threads/task-client.ts'
import { remote } from '../threads/thread.ts'
import type { WriteStores } from '../write-stores.ts'
import { Sealer } from './sealer.ts'
import { SealingRounds } from './sealing-rounds.ts'

/** Pages that the sealer keeps: it reads most of them once. */
const CACHE_KIB = 4_096

/** The sealer thread: works by itself, and sends what it packed to the writer thread. */
export function serveSealing(
  port: MessagePort,
  { databasePath }: WorkerData,
  { writer, restMs }: NonNullable<WorkerData['sealing']>,
): void {
  giveWay()
  const db = openForReading(databasePath, () => true, CACHE_KIB)
  const client = new TaskClient((task) => writer.postMessage(task))
  writer.on('message', (answer: Answer) => client.settle(answer))
  writer.on('close', () => client.abandon(storageClosed()))
  const tasks = remote<WriteStores['sealing']>((method, args) => client.run('sealing', method, args))
  let isStopped = false
  const sealer = new Sealer(db, tasks, () => isStopped)
  const rounds = new SealingRounds(sealer, restMs, () => writer.postMessage('checkpoint'))

  port.on('message', async (task: Task | 'close') => {
    if (task !== 'close') return port.postMessage(await answerTo(task, rounds))
    isStopped = true
    await rounds.stop()
    db.close()
    writer.close()
    port.close()
  })
}

async function answerTo({ id, method }: Task, rounds: SealingRounds): Promise<Answer> {
  try {
    return { id, result: method === 'isIdle' ? rounds.isIdle : await rounds.sealAll() }
  } catch (error) {
    return { id, failure: toFailure(error) }
  }
}

const NICE = 10

/** Requests come first. Only Linux has priorities for threads; elsewhere, and where they are not allowed, all are equal. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE)
  } catch {
    // Sealing works at any priority.
  }
}
