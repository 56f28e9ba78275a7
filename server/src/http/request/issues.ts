import type { Issue } from '../../errors.ts'

const ISSUES_MAX = 100
const SHOWN_CHARS_MAX = 200

/** Collects validation errors of a request, and tracks the path of the value being decoded. */
export class Issues {
  /** At most 100. */
  readonly found: Issue[] = []
  private readonly place: (string | number)[]

  constructor(place: readonly (string | number)[]) {
    this.place = [...place]
  }

  /** Whether further issues would be dropped, so that decoding can stop. */
  get isFull(): boolean {
    return this.found.length >= ISSUES_MAX
  }

  enter(key: string | number): void {
    this.place.push(key)
  }

  leave(): void {
    this.place.pop()
  }

  /** Includes the invalid value if it is a short scalar. */
  add(type: string, msg: string, input?: unknown): undefined {
    if (this.isFull) return
    const issue = { loc: [...this.place], msg, type }
    this.found.push(isShown(input) ? { ...issue, input } : issue)
  }

  addAll(issues: readonly Issue[]): undefined {
    this.found.push(...issues.slice(0, ISSUES_MAX - this.found.length))
  }

  /** A separate list at the same path, for one option of a union. */
  attempt(): Issues {
    return new Issues(this.place)
  }
}

function isShown(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return value.length <= SHOWN_CHARS_MAX
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}
