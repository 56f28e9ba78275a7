import { useEffect, useState } from 'react'
import type { Language, Token } from '../code/highlight.ts'
import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

/** Longer code is shown without highlighting. */
const COLOURED_CHARACTERS_MAX = 100_000

/** A titled code block with a copy button. */
export function CodeBlock({ title, code, language }: Snippet) {
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <span>{title}</span>
        <CopyButton text={code} label={`Copy ${title}`} look="button" />
      </div>
      <CodeText code={code} {...(language && { language })} />
    </section>
  )
}

/** Highlighted code without a frame. */
export function CodeText({ code, language }: Omit<Snippet, 'title'>) {
  const tokens = useTokens(code, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <pre className={styles.code} tabIndex={0}>
      <code>
        {tokens?.map(({ text, kind }, at) =>
          kind === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens of code never move.
            <span key={at} className={styles[kind]}>
              {text}
            </span>
          ),
        ) ?? code}
      </code>
    </pre>
  )
}

/** Undefined until highlighted: the parsers are loaded on first use. */
function useTokens(code: string, language: Language | undefined): readonly Token[] | undefined {
  const [read, setRead] = useState<{ readonly code: string; readonly tokens: readonly Token[] }>()
  useEffect(() => {
    if (language === undefined || code.length > COLOURED_CHARACTERS_MAX) return
    let isEnabled = true
    void import('../code/highlight.ts').then(
      ({ tokensOf }) => isEnabled && setRead({ code, tokens: tokensOf(code, language) }),
      // The code stays readable without highlighting.
      () => {},
    )
    return () => {
      isEnabled = false
    }
  }, [code, language])
  return read?.code === code ? read.tokens : undefined
}

/** A code snippet. */
export interface Snippet {
  readonly title: string
  readonly code: string
  /** Highlighted if given. */
  readonly language?: Language
}
