import { skipTrustedString, skipWhitespace } from '@heddle/contract/json-scanner'

const INDENT = '  '

/**
 * Indents JSON, up to a number of characters. Numbers and strings keep their text, such as `1.0` and large
 * integers. Malformed JSON never throws: the arguments of a tool call are whatever the model wrote.
 */
export function prettyJson(text: string, charactersMax = text.length): string {
  const end = Math.min(text.length, charactersMax)
  const lines: string[] = []
  let line = ''
  let depth = 0
  const breakLine = () => {
    lines.push(line)
    line = INDENT.repeat(Math.max(0, depth))
  }
  for (let at = 0; at < end; at++) {
    const character = text.charAt(at)
    if (character === '"') {
      const after = skipTrustedString(text, at)
      line += text.slice(at, Math.min(after, end))
      at = after - 1
    } else if (character === '{' || character === '[') {
      const close = closesAt(text, at)
      if (close > 0) {
        line += `${character}${text.charAt(close)}`
        at = close
        continue
      }
      depth++
      line += character
      breakLine()
    } else if (character === '}' || character === ']') {
      depth--
      breakLine()
      line += character
    } else if (character === ',') {
      line += ','
      breakLine()
    } else if (character === ':') line += ': '
    else if (character > ' ') line += character
  }
  return [...lines, line].join('\n')
}

/** Indented JSON, with line breaks inside strings, to read and not to parse. */
export const jsonLines = (text: string): string =>
  // In pairs, so that the n after an escaped backslash is no line break: `C:\\new`.
  prettyJson(text).replace(/\\./g, (found) => (found === '\\n' ? '\n' : found))

/** Position at which an empty container closes; 0 if it has children. */
function closesAt(text: string, open: number): number {
  const at = skipWhitespace(text, open + 1)
  return text[at] === '}' || text[at] === ']' ? at : 0
}
