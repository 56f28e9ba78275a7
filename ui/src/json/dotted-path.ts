/** Path in the syntax of filters and columns: `inputs.messages.0.role`. */
export const dottedPath = (base: string | undefined, path: readonly (string | number)[]): string =>
  [...(base === undefined ? [] : [base]), ...path.map(segment)].join('.')

/** Escapes dots inside a key. */
const segment = (key: string | number): string => String(key).replaceAll('.', '\\.')
