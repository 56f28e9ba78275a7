const CHUNK = 1 << 20
const HITS_MAX = 10_000
/** How long one character of a string can be in JSON. */
export const ESCAPE_CHARACTERS_MAX = '\\u0000'.length

/**
 * Offsets of a search text in a JSON text, case-insensitive and however it is escaped. Searches one
 * megabyte per task, so that the page stays responsive.
 */
export async function findInJson(json: string, words: string, signal: AbortSignal): Promise<number[]> {
  const hits: number[] = []
  if (words === '') return hits
  const pattern = patternOf(words)
  const overlap = words.length * ESCAPE_CHARACTERS_MAX
  for (let from = 0; from < json.length; from += CHUNK) {
    if (signal.aborted) return hits
    pattern.lastIndex = 0
    const chunk = json.slice(from, from + CHUNK + overlap)
    for (let match = pattern.exec(chunk); match && match.index < CHUNK; match = pattern.exec(chunk)) {
      const at = from + match.index
      if (isInEscape(json, at)) {
        pattern.lastIndex = match.index + 1
        continue
      }
      hits.push(at)
      if (hits.length === HITS_MAX) return hits
    }
    if (json.length > CHUNK) await nextTask()
  }
  return hits
}

/** Matches each character literally or escaped. */
function patternOf(words: string): RegExp {
  const units = Array.from({ length: words.length }, (_, at) => unitPattern(words.charAt(at)))
  return new RegExp(units.join(''), 'gi')
}

function unitPattern(unit: string): string {
  // Nobody escapes these, and without alternatives the search is faster.
  if (/[\w ]/.test(unit)) return unit
  const cases = new Set([unit, unit.toLowerCase(), unit.toUpperCase()])
  const written = [...cases].filter(({ length }) => length === 1).map((each) => `\\\\u${hexOf(each)}`)
  // As JSON, half of an emoji would be its escape.
  const isHalf = /\p{Surrogate}/u.test(unit)
  written.push(isHalf ? unit : escapeRegExp(JSON.stringify(unit).slice(1, -1)))
  if (unit === '/') written.push('\\\\/')
  return `(?:${written.join('|')})`
}

const hexOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')

/** Whether an offset is inside an escape sequence: at the n of `\n`, at the e9 of `\u00e9`. */
function isInEscape(json: string, at: number): boolean {
  let start = at - 1
  while (start >= 0 && at - start < ESCAPE_CHARACTERS_MAX && json[start] !== '\\') start--
  if (json[start] !== '\\') return false
  let first = start
  while (json[first - 1] === '\\') first--
  const isEscape = (start - first) % 2 === 0
  return isEscape && at - start < (json[start + 1] === 'u' ? ESCAPE_CHARACTERS_MAX : 2)
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
