import type { ReactNode } from 'react'
import styles from './RedactedText.module.css'

const MARK = /\[REDACTED:([A-Za-z0-9][A-Za-z0-9 ._-]{0,39})\]/
/** Stands in the place of a credential. */
const CREDENTIAL = 'REDACTED'

/** Text in which redacted values say so, and which rule took them out. */
export function RedactedText({ text }: { readonly text: string }): ReactNode {
  if (text === CREDENTIAL) return <Redacted text={text} reason="its key names a credential" />
  if (!text.includes('[REDACTED:')) return text
  // Every second part is the name of a rule.
  return text.split(MARK).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
      <Redacted key={at} text={part} reason={`by the rule “${part}” of the project`} />
    ),
  )
}

function Redacted({ text, reason }: { readonly text: string; readonly reason: string }) {
  return (
    <span className={styles.redacted} title={`Redacted before it was stored: ${reason}`}>
      {text === CREDENTIAL ? text : `[REDACTED:${text}]`}
    </span>
  )
}
