import { use, useEffect } from 'react'
import { CommandContext } from './commands.ts'

const SEQUENCE_WITHIN_MS = 900

/** Runs commands by their shortcuts. Mounted once, for the whole app. */
export function useKeyboard(): void {
  const registry = use(CommandContext)
  useEffect(() => {
    let pressed: readonly string[] = []
    let pressedAt = 0

    const listen = (event: KeyboardEvent) => {
      const chord = chordOf(event)
      if (chord === undefined || event.defaultPrevented || belongsElsewhere(event, chord)) return
      const before = event.timeStamp - pressedAt < SEQUENCE_WITHIN_MS ? pressed : []
      const known = registry.all().flatMap(({ keys }) => keys ?? [])
      const step = advance(before, chord, known)
      pressed = step.kind === 'more' ? step.pressed : []
      pressedAt = event.timeStamp
      if (step.kind !== 'match') return
      event.preventDefault()
      registry.forKeys(step.keys)?.run()
    }

    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [registry])
}

/**
 * Ignores keys in text fields, dialogs and open menus, keys that scroll what has the focus or the tab around it, and
 * Enter and Space on buttons and links.
 */
function belongsElsewhere(event: KeyboardEvent, chord: string): boolean {
  if (chord.startsWith('Ctrl+')) return false
  if (document.querySelector('dialog[open], [popover="auto"]:popover-open')) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]')) return true
  if (target && scrolls(chord, target)) return true
  if (PAGE_KEYS.has(chord) && target?.closest('[role="tabpanel"]')) return true
  const activates = chord === 'Enter' || chord === ' '
  return activates && target?.closest('button, a, input, summary, [role="tab"]') != null
}

const PAGE_KEYS: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End'])
const UP_AND_DOWN: ReadonlySet<string> = new Set([...PAGE_KEYS, 'ArrowUp', 'ArrowDown', ' '])
const SIDEWAYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight'])

/** Whether a key scrolls an element, such as a long text that was clicked or reached with Tab. */
export function scrolls(key: string, element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element)
  const isScroller = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  if (UP_AND_DOWN.has(key)) return isScroller(overflowY) && element.scrollHeight > element.clientHeight
  return SIDEWAYS.has(key) && isScroller(overflowX) && element.scrollWidth > element.clientWidth
}

/** The part of a keyboard event that identifies the key. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const MODIFIERS = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock']

/**
 * Key press in the notation of a command's `keys`: `j`, `?`, `Escape`, `Ctrl+K`; undefined for bare modifiers, and
 * for combinations that belong to the browser, such as Shift with an arrow, which selects text.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string | undefined {
  if (MODIFIERS.includes(key) || altKey) return undefined
  const isCharacter = key.length === 1 && key !== ' '
  const hasControl = ctrlKey || metaKey
  // Shift is part of a character: `?` and `J` need it.
  if (shiftKey && (hasControl || !isCharacter)) return undefined
  return hasControl ? `Ctrl+${key.toUpperCase()}` : key
}

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'more'; readonly pressed: readonly string[] }
  | { readonly kind: 'match'; readonly keys: string }

/** Matches a key press after earlier ones: a complete sequence, the start of one, or nothing. */
export function advance(before: readonly string[], chord: string, known: readonly string[]): Step {
  for (const pressed of [[...before, chord], [chord]]) {
    const keys = pressed.join(' ')
    if (known.includes(keys)) return { kind: 'match', keys }
    if (known.some((each) => each.startsWith(`${keys} `))) return { kind: 'more', pressed }
  }
  return { kind: 'none' }
}
