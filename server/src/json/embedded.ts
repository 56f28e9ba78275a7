import {
  JsonSyntaxError,
  QUOTE,
  type ScanListener,
  SPACE,
  skipTrustedString,
  skipValue,
  skipWhitespace,
} from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { refuseDeeper } from './limits.ts'

interface EmbeddedJson {
  /** Without whitespace between tokens. */
  readonly text: string
  /** Containers inside each other, at most. */
  readonly depth: number
  /** Whether it has `NaN` or `Infinity`, which JSON does not. */
  readonly isNonFinite: boolean
}

/** Validates the JSON of a string without building it; undefined for a string that is not JSON, or nests too deep. */
export function embeddedJson(text: string): EmbeddedJson | undefined {
  const gauge = new Gauge()
  try {
    const end = skipWhitespace(text, skipValue(text, skipWhitespace(text, 0), 0, gauge))
    if (end < text.length) return undefined
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return undefined
    throw error
  }
  return { text: compact(text), depth: gauge.depth, isNonFinite: gauge.isNonFinite }
}

class Gauge implements ScanListener {
  depth = 0
  isNonFinite = false

  enterContainer(depth: number): void {
    refuseDeeper(depth)
    if (depth > this.depth) this.depth = depth
  }

  onNonFinite(): void {
    this.isNonFinite = true
  }
}

/** Valid JSON without the whitespace between its tokens; the same string if it has none. */
function compact(text: string): string {
  let result = ''
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = skipTrustedString(text, at)
    else if (code > SPACE) at++
    else {
      result += text.slice(copied, at)
      at = copied = skipWhitespace(text, at)
    }
  }
  return copied === 0 ? text : result + text.slice(copied)
}
