/** What Safari reports for the key that ends a composition, after the composition has ended. */
const COMPOSITION_KEY = 229

interface Pressed {
  readonly keyCode: number
  readonly nativeEvent: { readonly isComposing: boolean }
}

/** Whether a key belongs to the input method, as Enter does that accepts a word in Japanese: it means nothing else then. */
export const isComposing = ({ keyCode, nativeEvent }: Pressed): boolean =>
  nativeEvent.isComposing || keyCode === COMPOSITION_KEY
