/** Of anything that identifies something: far above what clients send, since ids are kept in memory and copied to relatives. */
export const ID_CHARACTERS_MAX = 1024

/** Whether a text has more than `max` characters, counted in code points. */
export function isLongerThan(text: string, max: number): boolean {
  // The first comparison avoids counting in the usual case, the second in the hostile one.
  return text.length > max && (text.length > 2 * max || [...text].length > max)
}
