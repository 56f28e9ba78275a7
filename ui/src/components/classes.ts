/** Joins class names, skipping empty ones. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
