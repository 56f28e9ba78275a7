import type { Language } from './highlight.ts'

/** Code to read or to paste. */
export interface Snippet {
  readonly title: string
  readonly code: string
  /** Coloured where it is known. */
  readonly language?: Language
}
