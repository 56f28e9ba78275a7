/** A Markdown table: the first column to the left, all others, being numbers, to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')
