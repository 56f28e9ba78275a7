import type { Fault } from '../../errors.ts'

const FAULTS_MAX = 100
const SHOWN_CHARS_MAX = 200

/** Gathers what is wrong with a request, and knows at which place of it the decoders are. */
export class Faults {
  /** At most 100: a request with more is no better understood by listing them all. */
  readonly found: Fault[] = []
  private readonly place: (string | number)[]

  constructor(place: readonly (string | number)[]) {
    this.place = [...place]
  }

  /** Whether further faults would be dropped: decoding on is of no use then. */
  get isFull(): boolean {
    return this.found.length >= FAULTS_MAX
  }

  enter(key: string | number): void {
    this.place.push(key)
  }

  leave(): void {
    this.place.pop()
  }

  /** Includes the value at fault when it is a short scalar. */
  add(type: string, msg: string, input?: unknown): undefined {
    if (this.isFull) return
    const fault = { loc: this.place.map(shortened), msg, type }
    this.found.push(isShown(input) ? { ...fault, input } : fault)
  }

  addAll(faults: readonly Fault[]): undefined {
    this.found.push(...faults.slice(0, FAULTS_MAX - this.found.length))
  }

  /** A separate list at the same place, for an attempt that may be given up. */
  attempt(): Faults {
    return new Faults(this.place)
  }
}

/** Keys can be the user's own, and of any length. */
function shortened(key: string | number): string | number {
  return typeof key === 'string' && key.length > SHOWN_CHARS_MAX ? `${key.slice(0, SHOWN_CHARS_MAX)}…` : key
}

function isShown(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return value.length <= SHOWN_CHARS_MAX
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}
