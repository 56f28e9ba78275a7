import MarkdownIt from 'markdown-it'

/** An element of rendered Markdown. Nothing of it is HTML: text stays text. */
export type MarkdownNode =
  | string
  | { readonly type: 'element'; readonly tag: MarkdownTag; readonly children: readonly MarkdownNode[] }
  | { readonly type: 'list'; readonly start: number; readonly children: readonly MarkdownNode[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly MarkdownNode[] }
  | { readonly type: 'image'; readonly src: string; readonly alt: string }
  | { readonly type: 'code'; readonly code: string; readonly language: string }

const TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'li',
  'blockquote',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'strong',
  'em',
  's',
  'code',
] as const

export type MarkdownTag = (typeof TAGS)[number]

const isTag = (tag: string): tag is MarkdownTag => TAGS.some((each) => each === tag)

/** More would make the page slow, and no reader would get to the end of it. */
const TOKENS_MAX = 5000

/** Lists and quotes nested deeper than this are shown as text. */
const NESTING_MAX = 20

/** The parser fills short rows up to the width of their table: a wide one of many short rows takes it a second. */
const COLUMNS_MAX = 60

const newParser = () => {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: NESTING_MAX })
  // Only text that is a URL becomes a link, not every name with a dot in it.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  return parser
}

const parser = newParser()
const tablelessParser = newParser().disable('table')

type Token = ReturnType<typeof parser.parse>[number]

/** Parses Markdown; undefined if the result would be too large to render. */
export function parseMarkdown(source: string): readonly MarkdownNode[] | undefined {
  const isTooWide = source.split('\n').some((line) => line.split('|', COLUMNS_MAX + 1).length > COLUMNS_MAX)
  const tokens = (isTooWide ? tablelessParser : parser).parse(source, {})
  const count = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0)
  return count > TOKENS_MAX ? undefined : nodesOf(tokens)
}

interface OpenNode {
  readonly token: Token | undefined
  readonly children: MarkdownNode[]
}

/** Builds a tree from the parser's flat list of opening, closing and self-contained tokens. */
function nodesOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const stack: OpenNode[] = [{ token: undefined, children: [] }]
  for (const token of tokens) {
    const top = stack.at(-1)
    if (!top) break
    if (token.nesting === 1) stack.push({ token, children: [] })
    else if (token.nesting === 0) top.children.push(...leafNodes(token))
    else if (stack.length > 1) {
      stack.pop()
      stack.at(-1)?.children.push(...closedNodes(top))
    }
  }
  return stack[0]?.children ?? []
}

function closedNodes({ token, children }: OpenNode): readonly MarkdownNode[] {
  // Paragraphs of compact lists are hidden.
  if (!token || token.hidden) return children
  if (token.tag === 'a') return [{ type: 'link', href: attributeOf(token, 'href'), children }]
  if (token.tag === 'ol') return [{ type: 'list', start: Number(token.attrGet('start') ?? 1), children }]
  return isTag(token.tag) ? [{ type: 'element', tag: token.tag, children }] : children
}

function leafNodes(token: Token): readonly MarkdownNode[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? [])
    case 'fence':
    case 'code_block':
      return [{ type: 'code', code: token.content, language: token.info.trim().split(/\s/)[0] ?? '' }]
    case 'code_inline':
      return [{ type: 'element', tag: 'code', children: [token.content] }]
    case 'image':
      return [{ type: 'image', src: attributeOf(token, 'src'), alt: token.content }]
    case 'softbreak':
    case 'hardbreak':
      return [{ type: 'element', tag: 'br', children: [] }]
    case 'hr':
      return [{ type: 'element', tag: 'hr', children: [] }]
    default:
      return token.content === '' ? [] : [token.content]
  }
}

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '')
