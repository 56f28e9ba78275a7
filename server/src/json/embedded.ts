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
import { CONTAINERS_MAX, refuseDeeper, tooManyContainers, tooManyValues, VALUES_MAX } from './limits.ts'

/** Whether a text begins like an object or a list. Models begin their answers with a space or a line feed at times. */
export const mayBeJson = (text: string): boolean => /^[ \t\r\n]*[{[]/.test(text)

interface EmbeddedJson {
  /** Without whitespace between tokens. */
  readonly text: string
  /** Containers inside each other, at most. */
  readonly depth: number
  /** Whether it has `NaN` or `Infinity`, which JSON does not. */
  readonly isNonFinite: boolean
}

/**
 * Validates the JSON of a string without building it. Undefined for a string that is not JSON, and for JSON that would be refused
 * when its tree is built, because it nests too deep or has too many values.
 */
export function embeddedJson(text: string): EmbeddedJson | undefined {
  const gauge = new Gauge()
  try {
    refuseManyValues(text)
    const end = skipWhitespace(text, skipValue(text, skipWhitespace(text, 0), 0, gauge))
    if (end < text.length) return undefined
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return undefined
    throw error
  }
  return { text: compact(text), depth: gauge.depth, isNonFinite: gauge.isNonFinite }
}

/** Counts what stands between values. Some of it may be in strings, so this errs towards too many. */
function refuseManyValues(text: string): void {
  if (text.length <= VALUES_MAX) return
  let count = 0
  for (const sign of [',', ':']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (++count > VALUES_MAX - CONTAINERS_MAX) throw tooManyValues()
    }
  }
}

class Gauge implements ScanListener {
  depth = 0
  private containers = 0
  isNonFinite = false

  enterContainer(depth: number): void {
    refuseDeeper(depth)
    if (++this.containers > CONTAINERS_MAX) throw tooManyContainers()
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
