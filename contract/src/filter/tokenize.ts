/** A range in the text of a filter. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type Operator = '' | '=' | '>' | '>=' | '<' | '<='

export type Token = Span &
  (
    | { readonly kind: 'open' | 'close' | 'or' | 'not' }
    /** `field:value`; the value is unquoted, and only unquoted values have wildcards. */
    | {
        readonly kind: 'term'
        readonly field: string
        readonly operator: Operator
        readonly value: string
        readonly quoted: boolean
      }
    | { readonly kind: 'word'; readonly value: string }
  )

/** Splits a filter into tokens. Never fails: `parse` reports errors. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at++
      continue
    }
    const token = tokenAt(text, at, depth)
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(text: string, start: number, depth: number): Token {
  const first = text.charAt(start)
  const end = start + 1
  if (first === '(') return { kind: 'open', start, end }
  // Outside a group, a closing parenthesis is an ordinary character: `f(x)` is a word.
  if (first === ')' && depth > 0) return { kind: 'close', start, end }
  if (first === '-' && /[^\s)-]/.test(text.charAt(end))) return { kind: 'not', start, end }
  return termOrWord(text, start, depth)
}

function termOrWord(text: string, start: number, depth: number): Token {
  const end = wordEnd(text, start, depth)
  const source = text.slice(start, end)
  if (source === 'OR') return { kind: 'or', start, end }
  const [, field, operator, rest] = TERM.exec(source) ?? []
  if (field === undefined || !isOperator(operator) || rest === undefined) {
    return { kind: 'word', start, end, value: unquoted(source) }
  }
  return {
    kind: 'term',
    start,
    end,
    field: plainField(field),
    operator,
    value: unquoted(rest),
    quoted: rest.startsWith('"'),
  }
}

const TERM = /^((?:[\p{L}_]|\\.)(?:[\p{L}\p{M}\p{N}_.*@$+-]|\\.|\[[^\]]*\])*):(>=|<=|>|<|=|)(.*)$/su

/** Unescapes a field name. Escaped dots stay escaped: they do not separate path segments. */
export const plainField = (field: string): string => field.replace(/\\([^.])/gsu, '$1')

const isOperator = (text: string | undefined): text is Operator =>
  text !== undefined && ['', '=', '>', '>=', '<', '<='].includes(text)

/** Reads up to the next space or the closing parenthesis of the group; quoted text counts as one piece. */
function wordEnd(text: string, start: number, depth: number): number {
  let inner = 0
  for (const [at, letter] of plainLetters(text, start)) {
    if (/\s/.test(letter)) return at
    if (letter === '(') inner++
    else if (letter === ')' && inner-- === 0 && depth > 0) return at
  }
  return text.length
}

/** Whether a token lacks its closing quote, and so has taken in the rest of the filter. */
export function isUnclosed(source: string): boolean {
  const scan = plainLetters(source)
  let step = scan.next()
  while (step.done !== true) step = scan.next()
  return step.value
}

/** The letters that are neither quoted nor escaped, with their places; returns whether a quote is left open. */
export function* plainLetters(
  text: string,
  start = 0,
): Generator<readonly [at: number, letter: string], boolean> {
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\\') at++
    else if (letter === '"') quoted = !quoted
    else if (!quoted) yield [at, letter]
  }
  return quoted
}

/** Inside quotes `\"` is a quote and `\\` a backslash; an unclosed quote extends to the end. */
function unquoted(source: string): string {
  if (!source.startsWith('"')) return source
  const [, closed] = /^"((?:[^"\\]|\\.)*)"$/s.exec(source) ?? []
  return (closed ?? source.slice(1)).replace(/\\(["\\])/g, '$1')
}
