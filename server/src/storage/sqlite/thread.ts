import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { ServiceError } from '../../errors.ts'
import { fromFailure } from './failure.ts'
import { Cancellation, type Remote, type Stores, type ThreadMessage, type WorkerData } from './protocol.ts'
import { storageClosed, TaskClient } from './task-client.ts'

export type ThreadData = Omit<WorkerData, 'cancellation'>

/** A storage thread as the main thread sees it: tasks go in, promises come out. */
export class StorageThread {
  readonly #worker: Worker
  readonly #tasks: TaskClient
  readonly #cancellation = new Cancellation()
  readonly #ready: Promise<void>
  readonly #exited: Promise<void>
  #isClosing = false

  constructor(data: ThreadData) {
    this.#worker = new Worker(workerFile(), {
      workerData: { ...data, cancellation: this.#cancellation.memory },
      name: `sqlite-${data.role}`,
    })
    this.#tasks = new TaskClient((task) => this.#worker.postMessage(task))
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message === 'ready') resolve()
        else if ('cannotOpen' in message) this.#abandon(fromFailure(message.cannotOpen), reject)
        else this.#tasks.settle(message)
      })
      this.#worker.on('error', (error) => this.#abandon(deathOf(error), reject))
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#tasks.abandon(storageClosed())
        resolve()
      })
    })
  }

  get isDead(): boolean {
    return this.#tasks.isDead
  }

  ready(): Promise<void> {
    return this.#ready
  }

  run(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(storageClosed())
    return this.#tasks.run(store, method, args)
  }

  /** A port on which another thread sends tasks to this one and hears the answers. */
  openPort(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.#worker.postMessage({ port: port1 }, [port1])
    return port2
  }

  /** Asks a reader to give up the task that was sent last. It fails as `abandoned`, unless it ends before it checks. */
  cancel(): void {
    this.#cancellation.cancel(this.#tasks.lastId)
  }

  /** Finishes what was sent before, then ends the thread. */
  close(): Promise<void> {
    if (!this.#isClosing && !this.isDead) this.#worker.postMessage('close')
    this.#isClosing = true
    return this.#exited
  }

  /**
   * Rejects what was sent and lets the thread end when it returns from it; resolves then. It is not terminated: the SQLite
   * package aborts the whole process where its native code meets a thread that is being ended.
   */
  retire(): Promise<void> {
    this.#tasks.abandon(storageClosed())
    this.#worker.unref()
    if (!this.#isClosing) this.#worker.postMessage('close')
    this.#isClosing = true
    return this.#exited
  }

  #abandon(error: Error, reject: (error: Error) => void): void {
    reject(error)
    this.#tasks.abandon(error)
  }
}

/** What a thread died of, as those are told whose tasks it had. */
function deathOf(error: Error & { readonly code?: unknown }): ServiceError {
  const told =
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new ServiceError('too_large', 'The answer does not fit into memory: ask for less at a time')
      : new ServiceError('unavailable', 'A storage thread ended unexpectedly', { retry_after_seconds: 5 })
  told.cause = error
  return told
}

/** The functions of one store, each run in whichever thread `run` chooses. */
export function remote<T extends Stores[string]>(
  run: (method: string, args: readonly unknown[]) => Promise<unknown>,
): Remote<T> {
  const handler = {
    get:
      (_: object, method: string) =>
      (...args: unknown[]) =>
        run(method, args),
  }
  return new Proxy({}, handler) as Remote<T>
}

/** Built, the worker lies beside the bundle; run from source (tests), it is taken from the build. */
function workerFile(): URL {
  const here = new URL(import.meta.url)
  const fromSource = here.pathname.endsWith('.ts')
  return new URL(fromSource ? '../../../dist/sqlite-worker.js' : './sqlite-worker.js', here)
}
