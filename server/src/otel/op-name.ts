import { createHash } from 'node:crypto'

/** Maximum length of an object's name, minus the suffix below. */
const NAME_CHARS_MAX = 128
const KEPT_CHARS_MAX = 123

/** The op name of a span: a valid object name. */
export function opNameOf(spanName: string): string {
  const name = shortened(spanName)
    .replace(/[ /]/g, '_')
    .replace(/[^\w.-]/g, '')
    .toLowerCase()
  // Names in other scripts lose every character, and must not all become one op.
  return name === '' ? `span_${fingerprint(spanName)}` : name
}

/** Truncated at the last suitable delimiter, with a short hash to keep long names distinct. */
function shortened(name: string): string {
  if (name.length < NAME_CHARS_MAX) return name
  const kept = name.slice(0, KEPT_CHARS_MAX)
  const words = /^.*[ /_.:-]/s.exec(kept)?.[0].slice(0, -1) ?? ''
  return `${words.length > KEPT_CHARS_MAX / 2 ? words : kept}:${fingerprint(name)}`
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 4)
}
