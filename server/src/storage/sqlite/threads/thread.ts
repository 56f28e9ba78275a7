import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { ServiceError } from '../../../errors.ts'
import { fromFailure } from './failure.ts'
import { Cancellation, type Remote, type Stores, type ThreadMessage, type WorkerData } from './protocol.ts'
import { storageClosed, TaskClient } from './task-client.ts'

export type ThreadData = Omit<WorkerData, 'cancellation'>

/** The sealer has time, so that it gets by with a quarter of what V8 gives a thread. */
const SEALER_LIMITS = { maxYoungGenerationSizeMb: 12 }

/** Handle of a storage thread: sends tasks and returns promises of their results. */
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
      transferList: data.sealing ? [data.sealing.writer] : [],
      name: `sqlite-${data.role}`,
      resourceLimits: data.role === 'sealer' ? SEALER_LIMITS : {},
    })
    this.#tasks = new TaskClient((message, transfer) => this.#worker.postMessage(message, transfer))
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message === 'ready') resolve()
        else if ('cannotOpen' in message) this.#abandon(fromFailure(message.cannotOpen), reject)
        else this.#tasks.settle(message)
      })
      this.#worker.on('error', (error) => this.#abandon(deathOf(error, data.role), reject))
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

  /** Opens a port by which another thread sends tasks to this one and receives results. */
  openPort(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.#worker.postMessage({ port: port1 }, [port1])
    return port2
  }

  /** Cancels the task that was sent last. It fails with `abandoned`, unless it completes before the next check. */
  cancel(): void {
    this.#cancellation.cancel(this.#tasks.lastId)
  }

  /** Completes pending tasks, then stops the thread. */
  close(): Promise<void> {
    if (!this.#isClosing && !this.isDead) this.#worker.postMessage('close')
    this.#isClosing = true
    return this.#exited
  }

  /**
   * Rejects pending tasks and resolves when the thread has exited, which it does after its current task. It is not
   * terminated: the SQLite package aborts the process if a thread is terminated while in native code.
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

/** The error for pending tasks of a crashed thread. Readers are replaced; the writer is not, so that all later writes get its error. */
function deathOf(error: Error & { readonly code?: unknown }, role: WorkerData['role']): ServiceError {
  const failure =
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' && role !== 'writer'
      ? new ServiceError('too_large', 'The result does not fit into memory: request fewer rows or columns')
      : new ServiceError('unavailable', DEATHS[role], { retry_after_seconds: 5 })
  failure.cause = error
  return failure
}

const DEATHS = {
  writer: 'The thread that writes ended unexpectedly: restart the server',
  reader: 'A storage thread ended unexpectedly',
  sealer: 'A storage thread ended unexpectedly',
}

/** A proxy of a store whose methods are executed by `run`. */
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

/** The worker is next to the bundle; when run from source, as in tests, it is taken from the build. */
function workerFile(): URL {
  const here = new URL(import.meta.url)
  const fromSource = here.pathname.endsWith('.ts')
  return new URL(fromSource ? '../../../../dist/sqlite-worker.js' : './sqlite-worker.js', here)
}
