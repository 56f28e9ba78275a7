import { parseRef, type Ref } from '../navigation/ref.ts'

export interface FoundRef {
  readonly text: string
  readonly ref: Ref
}

const PATTERN = /weave:\/\/\/[^"\\\s]+/g
const FOUND_MAX = 200

/** The refs that a JSON text mentions, each once, in the order they appear. */
export function refsIn(json: string): FoundRef[] {
  const found = new Map<string, FoundRef>()
  for (const [text] of json.matchAll(PATTERN)) {
    const ref = parseRef(text)
    if (ref) found.set(text, { text, ref })
    if (found.size === FOUND_MAX) break
  }
  return [...found.values()]
}
