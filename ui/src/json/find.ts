const CHUNK = 1 << 20
const HITS_MAX = 10_000

/**
 * Offsets of a search text in a JSON text, case-insensitive and however it is escaped. Searches one
 * megabyte per task, so that the page stays responsive.
 */
export async function findInJson(json: string, words: string, signal: AbortSignal): Promise<number[]> {
  const hits: number[] = []
  if (words === '') return hits
  const pattern = patternOf(words)
  const overlap = words.length * '\\u0000'.length
  for (let from = 0; from < json.length; from += CHUNK) {
    if (signal.aborted) return hits
    pattern.lastIndex = 0
    const chunk = json.slice(from, from + CHUNK + overlap)
    for (let match = pattern.exec(chunk); match && match.index < CHUNK; match = pattern.exec(chunk)) {
      hits.push(from + match.index)
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
  const written = JSON.stringify(unit).slice(1, -1)
  const hex = `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const plain = escapeRegExp(written)
  return unit > '~' || written !== unit ? `(?:${plain}|${hex})` : plain
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
