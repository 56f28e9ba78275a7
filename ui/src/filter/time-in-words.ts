import { parse, type Term } from '@heddle/contract/filter/parse'
import { parseTime } from '@heddle/contract/filter/values'
import { formatInstant } from '../format/time-words.ts'

const FIELDS = ['started', 'ended']

/** A condition on a time as people say it, in local time: `started after today 14:00`. Undefined for other conditions. */
export function timeInWords(text: string, now: Date): string | undefined {
  const [part, ...others] = parse(text)
  if (others.length > 0 || !part || !('node' in part.meaning)) return undefined
  const { node } = part.meaning
  return node.kind === 'term' && FIELDS.includes(node.field) ? termInWords(node, now) : undefined
}

function termInWords({ field, operator, value }: Term, now: Date): string | undefined {
  const time = parseTime(value, now)
  if (!time) return undefined
  if (value.startsWith('-') && operator !== '' && operator !== '=') {
    const ago = value.slice(1)
    return operator.startsWith('>') ? `${field} in the last ${ago}` : `${field} over ${ago} ago`
  }
  return `${field} ${WORDS[operator]} ${formatInstant(time.from, now)}`
}

/** A day or minute is a span: after it means after its end. */
const WORDS: Record<Term['operator'], string> = {
  '': 'on',
  '=': 'on',
  '>': 'after',
  '>=': 'from',
  '<': 'before',
  '<=': 'until',
}
