import { elementTexts, isJson, memberTexts, objectText } from '../../json/children.ts'

/** Rows of a CSV, JSON or JSON lines file as JSON objects. Throws an error that names the line at fault. */
export function rowsOfFile(fileName: string, content: string): string[] {
  const text = content.replace(/^\uFEFF/, '')
  if (/\.(csv|tsv|txt)$/i.test(fileName)) return csvRows(text)
  return text.trimStart().startsWith('[') ? jsonRows(text) : jsonLineRows(text)
}

function jsonRows(text: string): string[] {
  checkJson(text, 'The file')
  return elementTexts(text).map((row, at) => rowObject(row, `Row ${at + 1}`))
}

const jsonLineRows = (text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    checkJson(line, `Line ${at + 1}`)
    return rowObject(line.trim(), `Line ${at + 1}`)
  })

function checkJson(text: string, where: string): void {
  if (!isJson(text)) throw new Error(`${where} is not valid JSON`)
}

function rowObject(text: string, where: string): string {
  if (!text.startsWith('{')) throw new Error(`${where} is not a JSON object`)
  return text
}

/** The first record names the columns. Columns whose cells are all numbers, booleans or JSON keep their type; others are text. */
function csvRows(text: string): string[] {
  const [names = [], ...records] = csvRecords(text)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw new Error(`Two columns are named ${JSON.stringify(repeated)}`)
  const long = records.findIndex((record) => record.length > names.length)
  if (long >= 0) throw new Error(`Record ${long + 2} has more cells than the header`)
  const typed = names.map((_, column) => {
    const cells = records.map((record) => record[column] ?? '').filter((cell) => cell !== '')
    return cells.length > 0 && cells.every(isTyped)
  })
  return records.map((record) =>
    objectText(
      names.map((name, column) => {
        const cell = record[column] ?? ''
        if (!typed[column]) return [name, JSON.stringify(cell)]
        return [name, cell === '' ? 'null' : cell]
      }),
    ),
  )
}

const isTyped = (cell: string): boolean => /^[-\d[{tf]/.test(cell) && isJson(cell)

/** Records of a CSV text (RFC 4180). The delimiter is the comma, semicolon or tab that is most frequent in the first line. */
export function csvRecords(text: string): string[][] {
  const delimiter = delimiterOf(text)
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    record.push(cell)
    at = end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      record.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    // A blank line is not a record.
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  return records
}

interface Cell {
  readonly cell: string
  /** Position after the cell. */
  readonly end: number
}

function quotedCell(text: string, start: number): Cell {
  let cell = ''
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new Error('A quoted cell is never closed')
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      if (!/^[,;\t\r\n]?$/.test(text[quote + 1] ?? '')) throw new Error('Text follows a quoted cell')
      return { cell, end: quote + 1 }
    }
    cell += '"'
    from = quote + 2
  }
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

function delimiterOf(text: string): string {
  const line = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length)
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** A column of the file, and its name in the dataset. */
export interface FileColumn {
  readonly source: string
  readonly name: string
}

/** Columns of the rows, in order of appearance. */
export function columnsOf(rows: readonly string[]): FileColumn[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of memberTexts(row).keys()) names.add(name)
  return [...names].map((name) => ({ source: name, name }))
}

/** A row with only these columns, under their new names. */
export function mappedRow(row: string, columns: readonly FileColumn[]): string {
  const members = memberTexts(row)
  return objectText(
    columns.flatMap(({ source, name }) => {
      const text = members.get(source)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}
