type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key is pressed with one that makes it the browser's: Alt and an arrow go back, Shift and an arrow select. */
export function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
