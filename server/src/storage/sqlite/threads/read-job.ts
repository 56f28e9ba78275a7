/** Scans may read or sort a whole project; quick reads use an index. */
export type ReadKind = 'quick' | 'scan'

/** A read in progress. It is settled once; later results are ignored. */
export class ReadJob {
  readonly kind: ReadKind
  readonly store: string
  readonly method: string
  readonly args: readonly unknown[]
  /** The project that is read, if the arguments contain it. */
  readonly project: string
  readonly submittedAt = performance.now()
  readonly answer: Promise<unknown>
  #resolve: (result: unknown) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #stopListening: (() => void) | undefined

  constructor(kind: ReadKind, store: string, method: string, args: readonly unknown[]) {
    this.kind = kind
    this.store = store
    this.method = method
    this.args = args
    this.project = projectIn(args)
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Calls `listener` once `signal` is aborted, unless the job is settled before. */
  onAbort(signal: AbortSignal, listener: () => void): void {
    signal.addEventListener('abort', listener, { once: true })
    this.#stopListening = () => signal.removeEventListener('abort', listener)
  }

  resolve(result: unknown): void {
    this.#stopListening?.()
    this.#resolve(result)
  }

  reject(error: unknown): void {
    this.#stopListening?.()
    this.#reject(error)
  }
}

/** Reads take a project's id first, or a search that names it. */
function projectIn([first]: readonly unknown[]): string {
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null || !('project_id' in first)) return ''
  return typeof first.project_id === 'string' ? first.project_id : ''
}
