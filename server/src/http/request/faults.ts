import type { Fault } from '../../domain/errors.ts'

const FAULTS_MAX = 100

/** Gathers what is wrong with a request, and knows at which place of it the decoders are. */
export class Faults {
  /** At most 100: a request with more is no better understood by listing them all. */
  readonly found: Fault[] = []
  private readonly place: (string | number)[]

  constructor(place: readonly (string | number)[]) {
    this.place = [...place]
  }

  enter(key: string | number): void {
    this.place.push(key)
  }

  leave(): void {
    this.place.pop()
  }

  /** Names the value at fault when it is short enough to be shown whole: a scalar. */
  add(type: string, msg: string, input?: unknown): undefined {
    if (this.found.length >= FAULTS_MAX) return
    const fault = { loc: [...this.place], msg, type }
    this.found.push(isScalar(input) ? { ...fault, input } : fault)
  }

  addAll(faults: readonly Fault[]): undefined {
    this.found.push(...faults.slice(0, FAULTS_MAX - this.found.length))
  }

  /** A separate list at the same place, for an attempt that may be given up. */
  attempt(): Faults {
    return new Faults(this.place)
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}
