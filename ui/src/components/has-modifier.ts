type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a key is pressed with one that makes it the browser's: Alt and an arrow go back. */
export function hasModifier({ ctrlKey, metaKey, altKey }: Modifiers): boolean {
  return ctrlKey || metaKey || altKey
}
