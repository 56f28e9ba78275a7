import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

/** A titled block of code with a button that copies it. */
export function CodeBlock({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <span>{title}</span>
        <CopyButton text={code} label={`Copy ${title}`} look="button" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls sideways; a tab stop lets the keyboard do it too. */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  )
}
