import { exceptionMessage, exceptionText } from '../../call/exception.ts'
import { CodeText } from '../../components/CodeBlock.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Icon } from '../../components/icons.tsx'
import { LongText } from '../../components/LongText.tsx'
import styles from './Detail.module.css'

/** Longer stacks are cut off here; copying gets all of them. */
const STACK_CHARACTERS = 100_000

/** Why a call failed: the message, and the stack if there is one. */
export function Failure({ exception }: { readonly exception: string }) {
  const message = exceptionMessage(exception)
  const text = exceptionText(exception)
  const hasStack = text !== message
  return (
    <section className={styles.failure} aria-label="Error">
      <div className={styles.failureMessage}>
        <Icon name="error" /> <LongText text={message} />
        <CopyButton text={text} label="Copy error" />
      </div>
      {hasStack && (
        <details open={text.length < 2000}>
          <summary>Stack</summary>
          <div className={styles.failureStack}>
            <CodeText code={text.slice(0, STACK_CHARACTERS)} />
          </div>
        </details>
      )}
    </section>
  )
}
