/** Markdown as one line of plain text: without headings, fences, table pipes, emphasis and link targets. */
export function plainText(markdown: string): string {
  const lines = markdown.split('\n').map((line) => line.trim())
  const shown: string[] = []
  let isCode = false
  let isTable = false
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) {
      isCode = !isCode
    } else if (isCode) {
      shown.push(line)
    } else if (!isMarks(line)) {
      isTable = line.startsWith('|') || isDelimiter(lines[at + 1]) || (isTable && line.includes('|'))
      shown.push(isTable ? tableRow(line) : plainLine(line))
    } else {
      isTable ||= isDelimiter(line)
    }
  }
  const text = shown.filter((line) => line !== '').join(' ')
  return text === '' ? markdown.trim() : text
}

const FENCE = /^(?:```|~~~)/

/** Whether a line has nothing to read: a rule, the underline of a heading, or the second line of a table. */
const isMarks = (line: string): boolean => /^[\s|:*_=-]*$/.test(line)

const isDelimiter = (line = ''): boolean => line.includes('|') && line.includes('-') && isMarks(line)

const tableRow = (line: string): string =>
  `${line
    .split('|')
    .map((cell) => plainInline(cell.trim()))
    .filter((cell) => cell !== '')
    .join(', ')};`

const plainLine = (line: string): string =>
  plainInline(
    line
      .replace(/^[\s>]*>/, '')
      .trimStart()
      .replace(/^#{1,6}\s/, '')
      .replace(/^[-*+]\s/, '• '),
  )

/** Code between backticks keeps its characters. */
const plainInline = (text: string): string =>
  text
    .split(/`+/)
    .map((part, at) => (at % 2 === 0 ? withoutMarks(part) : part))
    .join('')

/** Most texts have no marks, and this check takes a tenth of the time of the replacements. */
const withoutMarks = (text: string): string => (/[[*_~<]/.test(text) ? withoutAnyMarks(text) : text)

const withoutAnyMarks = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<br ?\/?>/gi, ' ')
    .replace(ITALIC, '$1$2')
    .replace(/(^|[^\w*])\*{2,3}([^\s*][^*]*)\*{2,3}/g, '$1$2')
    // Again, because it may have been around bold text.
    .replace(ITALIC, '$1$2')
    .replace(/(^|\W)_([^\s_][^_]*)_(?!\w)/g, '$1$2')
    .replace(/~~([^~]+)~~/g, '$1')

/** Not between letters or digits, as in `2*3`. */
const ITALIC = /(^|[^\w*])\*([^\s*][^*]*)\*(?!\*)/g
