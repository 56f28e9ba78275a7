/** A number as its token: `1.0` stays apart from `1`, and integers of any size stay exact. */
export class JsonNumber {
  readonly token: string

  constructor(token: string) {
    this.token = token
  }

  /** True for a token without fraction and exponent: `1.0` and `1e3` are floats. */
  get isInteger(): boolean {
    return INTEGER.test(this.token)
  }

  /** True for `NaN`, `Infinity` and `-Infinity`, which Python writes but JSON does not have. */
  get isWord(): boolean {
    return WORD.test(this.token)
  }

  toNumber(): number {
    return Number(this.token)
  }

  /** The number as queries see it: `5` for `5.0`, otherwise the shortest text that reads back the same. */
  toText(): string {
    if (!this.isInteger) return String(this.toNumber())
    return this.token === '-0' ? '0' : this.token
  }
}

const INTEGER = /^-?\d+$/
const WORD = /[Ny]$/
