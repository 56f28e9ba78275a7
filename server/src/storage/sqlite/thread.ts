import { Worker } from 'node:worker_threads'
import { abandoned } from '../../domain/errors.ts'
import { fromFailure } from './failure.ts'
import type { Answer, Remote, Stores, WorkerData } from './protocol.ts'
import { UnwantedTasks } from './unwanted-tasks.ts'

interface Waiting {
  /** Hears no longer whether the one who asked leaves. */
  readonly forget: () => void
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** A storage thread as the main thread sees it: tasks go in, promises come out. */
export class StorageThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #unwanted = new UnwantedTasks()
  readonly #ready: Promise<void>
  #closed: Promise<void> | undefined
  #dead: Error | undefined
  #lastId = 0

  constructor(data: Omit<WorkerData, 'unwanted'>) {
    this.#worker = new Worker(workerFile(), {
      workerData: { ...data, unwanted: this.#unwanted.memory },
      name: `sqlite-${data.role}`,
    })
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Answer | 'ready') => {
        if (message === 'ready') resolve()
        else this.#settle(message)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        this.#abandon(error)
      })
      this.#worker.on('exit', () => this.#abandon(new Error('the storage is closed')))
    })
  }

  /** How many tasks were sent and not yet answered. */
  get load(): number {
    return this.#waiting.size
  }

  ready(): Promise<void> {
    return this.#ready
  }

  /** A reader gives up once `left` is aborted, or does not begin. */
  run(store: string, method: string, args: readonly unknown[], left?: AbortSignal): Promise<unknown> {
    if (this.#dead) return Promise.reject(this.#dead)
    if (this.#closed) return Promise.reject(new Error('the storage is closing'))
    if (left?.aborted) return Promise.reject(abandoned())
    const id = ++this.#lastId
    const giveUp = () => this.#unwanted.add(id)
    const forget = () => left?.removeEventListener('abort', giveUp)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, forget })
      this.#worker.postMessage({ id, store, method, args })
      left?.addEventListener('abort', giveUp)
    })
  }

  /** Finishes what was sent before, then ends the thread. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      if (this.#dead) return resolve()
      this.#worker.once('exit', () => resolve())
      this.#worker.postMessage('close')
    })
    return this.#closed
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    this.#unwanted.remove(answer.id)
    if (!waiting) return
    waiting.forget()
    if ('failure' in answer) waiting.reject(fromFailure(answer.failure))
    else waiting.resolve(answer.result)
  }

  #abandon(error: Error): void {
    this.#dead ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead)
    this.#waiting.clear()
  }
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
