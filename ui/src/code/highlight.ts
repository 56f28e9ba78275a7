import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'

export type Language = 'python' | 'typescript'

const PARSERS = { python, typescript: javascript.configure({ dialect: 'ts' }) }

export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'definition'

const kindOf = (kind: TokenKind, ...of: (typeof tags.keyword)[]) => ({ tag: of, class: kind })

const highlighter = tagHighlighter([
  kindOf('keyword', tags.keyword, tags.operatorKeyword, tags.self, tags.bool, tags.null),
  kindOf('string', tags.string, tags.special(tags.string), tags.regexp),
  kindOf('number', tags.number),
  kindOf('comment', tags.comment),
  kindOf(
    'definition',
    tags.definition(tags.variableName),
    tags.function(tags.definition(tags.variableName)),
    tags.meta,
  ),
])

/** A token of code; `kind` is undefined for plain text. */
export interface Token {
  readonly text: string
  readonly kind?: TokenKind
}

/** Splits code into highlighted tokens. Joined, they are the original code. */
export function tokensOf(code: string, language: Language): Token[] {
  const tokens: Token[] = []
  highlightCode(
    code,
    PARSERS[language].parse(code),
    highlighter,
    (text, kind) => tokens.push(isKind(kind) ? { text, kind } : { text }),
    () => tokens.push({ text: '\n' }),
  )
  return tokens
}

const KINDS: readonly string[] = [
  'keyword',
  'string',
  'number',
  'comment',
  'definition',
] satisfies TokenKind[]

const isKind = (text: string): text is TokenKind => KINDS.includes(text)
