import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode, ErrorDetails } from '../../../errors.ts'

/** A request of another thread to a storage thread: run this method of this store. */
export interface Task {
  readonly id: number
  readonly store: string
  readonly method: string
  readonly args: readonly unknown[]
}

/** Requests the next part of a long list. */
export interface NextPart {
  readonly nextPartOf: number
}

/**
 * The response of a storage thread: a result or a failure. A reader thread sends a long list in parts, each when it is
 * requested, and the last one as the result.
 */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly part: readonly unknown[] }
  | { readonly id: number; readonly failure: Failure }

/** The buffers of values with `bytes`, for a thread that moves them to the other one. It must not use them afterwards. */
export function ownedBytes(values: readonly unknown[]): ArrayBuffer[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object' || value === null || !('bytes' in value)) return []
    const { bytes } = value
    return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
  })
}

/** All messages of a storage thread. The first says whether it could open the database. */
export type ThreadMessage = 'ready' | { readonly cannotOpen: Failure } | Answer

/** An error that can cross threads: a class instance would arrive as a bare Error. */
export interface Failure {
  readonly code: ErrorCode | null
  readonly message: string
  readonly details: ErrorDetails
  readonly stack: string | undefined
  /** The driver's message, if `message` is a different one. */
  readonly cause: string | undefined
}

export interface WorkerData {
  readonly role: 'writer' | 'reader' | 'sealer'
  readonly databasePath: string
  readonly migrationsFolder: string
  /** Pages that a reader keeps in memory. */
  readonly readCacheKib: number
  /** The memory of the thread's `Cancellation`. */
  readonly cancellation: SharedArrayBuffer
  /** For the sealer alone. */
  readonly sealing?: { readonly writer: MessagePort; readonly restMs: number }
}

/** Stores as implemented in a thread: plain functions of cloneable values. */
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
