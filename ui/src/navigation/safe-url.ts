const SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/** The URL if a link in a payload may point there, else undefined. Relative URLs would point into this site. */
export function safeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return SCHEMES.includes(protocol) ? href : undefined
}
