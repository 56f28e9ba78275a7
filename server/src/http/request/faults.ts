import type { Fault } from '../../errors.ts'

const FAULTS_MAX = 100
const SHOWN_CHARS_MAX = 200

/** Collects validation errors of a request, and tracks the path of the value being decoded. */
export class Faults {
  /** At most 100. */
  readonly found: Fault[] = []
  private readonly place: (string | number)[]

  constructor(place: readonly (string | number)[]) {
    this.place = [...place]
  }

  /** Whether further faults would be dropped, so that decoding can stop. */
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

  /** A separate list at the same path, for one option of a union. */
  attempt(): Faults {
    return new Faults(this.place)
  }
}

/** Keys can be user data of any length. */
function shortened(key: string | number): string | number {
  return typeof key === 'string' && key.length > SHOWN_CHARS_MAX ? `${key.slice(0, SHOWN_CHARS_MAX)}…` : key
}

function isShown(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return value.length <= SHOWN_CHARS_MAX
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}
