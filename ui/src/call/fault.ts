/** What went wrong: the last line of a stack says what, the ones before it where. */
export const faultOf = (exception: string): string => exception.trimEnd().split('\n').at(-1) ?? ''
