/** What a check of an installation found. */
export interface Finding {
  readonly check: string
  readonly result: 'ok' | 'warn' | 'fail'
  readonly message: string
}
