import { createContext, memo, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Language } from '../code/highlight.ts'
import { CodeText } from '../components/CodeBlock.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { classes } from '../components/classes.ts'
import { LongText } from '../components/LongText.tsx'
import { RedactedText } from '../components/RedactedText.tsx'
import { formatCount } from '../format/number.ts'
import { safeUrl } from '../navigation/safe-url.ts'
import styles from './Markdown.module.css'
import type { MarkdownNode } from './parse.ts'

type Parse = (source: string) => readonly MarkdownNode[] | undefined

let parse: Parse | undefined

async function loadParser(): Promise<void> {
  parse ??= (await import('./parse.ts')).parseMarkdown
}

/** Longer text is shown without formatting: parsing it would block the page. */
const FORMATTED_CHARACTERS_MAX = 50_000

const CLIPPED_CHARACTERS = 4000

interface MarkdownProps {
  readonly text: string
  /** Characters shown until the reader asks for all. */
  readonly clip?: number | undefined
}

/** Markdown as elements, clipped if long. Never loads anything from another server. */
export const Markdown = memo(function Markdown({ text, clip = CLIPPED_CHARACTERS }: MarkdownProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (text.length > FORMATTED_CHARACTERS_MAX) return <LongText text={text} />
  // A few characters more are shown at once: a button would take their place.
  const isClipped = !isWhole && text.length > clip * 1.2
  return (
    <div className={styles.markdown}>
      <Formatted text={isClipped ? `${text.slice(0, clip)}…` : text} />
      {text.length > clip * 1.2 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  )
})

function Formatted({ text }: { readonly text: string }) {
  const [isLoaded, setIsLoaded] = useState(parse !== undefined)
  useEffect(() => {
    // If it cannot be loaded, the text stays readable as it is.
    if (!isLoaded)
      loadParser().then(
        () => setIsLoaded(true),
        () => {},
      )
  }, [isLoaded])
  const nodes = useMemo(() => (isLoaded ? parse?.(text) : undefined), [isLoaded, text])
  return nodes ? <Nodes nodes={nodes} /> : <div className={styles.plain}>{text}</div>
}

function Nodes({ nodes }: { readonly nodes: readonly MarkdownNode[] }): ReactNode {
  return nodes.map((node, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text never move.
    typeof node === 'string' ? <RedactedText key={at} text={node} /> : <NodeView key={at} node={node} />,
  )
}

function NodeView({ node }: { readonly node: Exclude<MarkdownNode, string> }) {
  switch (node.type) {
    case 'code':
      return <Code code={node.code} name={node.language} />
    case 'image':
      return <Image {...node} />
    case 'link':
      return (
        <ExternalLink href={node.href}>
          <Nodes nodes={node.children} />
        </ExternalLink>
      )
    case 'list':
      return (
        <ol start={node.start}>
          <Nodes nodes={node.children} />
        </ol>
      )
    case 'element':
      return <Element tag={node.tag}>{node.children}</Element>
  }
}

type ElementNode = Extract<MarkdownNode, { readonly type: 'element' }>

function Element({
  tag: Tag,
  children,
}: {
  readonly tag: ElementNode['tag']
  readonly children: ElementNode['children']
}) {
  switch (Tag) {
    case 'br':
    case 'hr':
      return <Tag />
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
        <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
          <table>
            <Nodes nodes={children} />
          </table>
        </div>
      )
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      // Not a heading element: it would disturb the outline of the page.
      return (
        <p className={classes(styles.heading, styles[Tag])}>
          <Nodes nodes={children} />
        </p>
      )
    default:
      return (
        <Tag>
          <Nodes nodes={children} />
        </Tag>
      )
  }
}

/** A link to another site, which learns nothing about this page; other schemes stay text. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const url = safeUrl(href)
  if (url === undefined) return <span title={href}>{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <InLink value={true}>{children}</InLink>
    </a>
  )
}

const InLink = createContext(false)

/** Embedded images are shown; others are links, because loading one would tell its server who reads this. */
function Image({ src, alt }: { readonly src: string; readonly alt: string }) {
  const isInLink = use(InLink)
  const label = alt === '' ? 'Image' : alt
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) {
    return <img className={styles.image} src={src} alt={label} />
  }
  // An image that is a link, such as a badge, leads where that link does.
  if (isInLink) return `🖼 ${label}`
  return <ExternalLink href={src}>🖼 {label}</ExternalLink>
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...['py', 'python', 'python3'].map((name): [string, Language] => [name, 'python']),
  ...['js', 'javascript', 'jsx', 'ts', 'typescript', 'tsx', 'json', 'jsonc', 'mjs'].map(
    (name): [string, Language] => [name, 'typescript'],
  ),
])

function Code({ code, name }: { readonly code: string; readonly name: string }) {
  const language = LANGUAGES.get(name.toLowerCase())
  const text = code.replace(/\n$/, '')
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{name}</span>
        <CopyButton text={text} label="Copy code" />
      </div>
      <CodeText code={text} {...(language && { language })} />
    </div>
  )
}
