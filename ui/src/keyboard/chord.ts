/** The parts of a keyboard event that say which key was meant. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** How a press is written in a command's `keys`: `j`, `?`, `Escape`, `Ctrl+K`; undefined for bare modifiers. */
export function chordOf({ key, ctrlKey, metaKey, altKey }: PressedKey): string | undefined {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return undefined
  if (altKey) return undefined
  return ctrlKey || metaKey ? `Ctrl+${key.toUpperCase()}` : key
}

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'more'; readonly pressed: readonly string[] }
  | { readonly kind: 'match'; readonly keys: string }

/** What a press means after those before it: a whole sequence, the beginning of one, or nothing. */
export function advance(before: readonly string[], chord: string, known: readonly string[]): Step {
  for (const pressed of [[...before, chord], [chord]]) {
    const keys = pressed.join(' ')
    if (known.includes(keys)) return { kind: 'match', keys }
    if (known.some((each) => each.startsWith(`${keys} `))) return { kind: 'more', pressed }
  }
  return { kind: 'none' }
}
