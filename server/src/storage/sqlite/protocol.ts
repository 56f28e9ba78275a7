import type { ErrorCode, ErrorDetails } from '../../errors.ts'

/** What the main thread sends to a storage thread: run this function of this store. */
export interface Task {
  readonly id: number
  readonly store: string
  readonly method: string
  readonly args: readonly unknown[]
}

/** What a storage thread answers: the result, or why there is none. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }

/** All that a storage thread sends: first of all whether it could open the database. */
export type ThreadMessage = 'ready' | { readonly cannotOpen: Failure } | Answer

/** An error that can cross threads: a class instance would arrive as a bare Error. */
export interface Failure {
  readonly code: ErrorCode | null
  readonly message: string
  readonly details: ErrorDetails
  readonly stack: string | undefined
  /** What the driver said, where `message` says it in other words. */
  readonly cause: string | undefined
}

export interface WorkerData {
  readonly role: 'writer' | 'reader'
  readonly databasePath: string
  readonly migrationsFolder: string
  /** Pages that a reader keeps in memory. */
  readonly readCacheKib: number
  /** The memory of the thread's `Cancellation`. */
  readonly cancellation: SharedArrayBuffer
}

/** A set of stores as a thread offers them: plain functions of cloneable values. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` lets functions of every signature fit
export type Stores = Record<string, Record<string, (...args: any[]) => unknown>>

/** The same functions as the main thread sees them: promises. */
export type Remote<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** Cancels the task of another thread through shared memory: a busy thread receives no messages. */
export class Cancellation {
  readonly memory: SharedArrayBuffer
  readonly #id: Int32Array

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#id = new Int32Array(memory)
  }

  cancel(taskId: number): void {
    Atomics.store(this.#id, 0, taskId | 0)
  }

  isCancelled(taskId: number): boolean {
    return Atomics.load(this.#id, 0) === (taskId | 0)
  }
}
