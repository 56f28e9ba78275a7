import { endOfString } from './scan.ts'

/** JSON on many lines. Numbers and strings keep their text: `1.0` and big integers stay what they were. */
export function prettyJson(text: string, indent = '  '): string {
  const lines: string[] = []
  let line = ''
  let depth = 0
  const breakLine = () => {
    lines.push(line)
    line = indent.repeat(depth)
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfString(text, at)
      line += text.slice(at, end)
      at = end - 1
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

/** Where an empty container closes; 0 where it has something inside. */
function closesAt(text: string, open: number): number {
  let at = open + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text[at] === '}' || text[at] === ']' ? at : 0
}
