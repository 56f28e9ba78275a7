/** What Safari reports for the key that ends a composition, after the composition has ended. */
const COMPOSITION_KEY = 229

interface Pressed {
  readonly keyCode: number
  readonly nativeEvent: { readonly isComposing: boolean }
}

/** Whether the key belongs to an input method, such as the Enter that accepts a Japanese word. */
export const isComposing = ({ keyCode, nativeEvent }: Pressed): boolean =>
  nativeEvent.isComposing || keyCode === COMPOSITION_KEY
