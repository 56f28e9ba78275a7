import { useState } from 'react'
import { formatCount } from '../format/number.ts'
import styles from './LongText.module.css'
import { RedactedText } from './RedactedText.tsx'

const CLIPPED = 1500
/** More text than this at once makes the browser slow. */
const STEP = 200_000

/** Text with its line breaks, clipped if long. */
export function LongText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(CLIPPED)
  if (text === '') return <span className={styles.empty}>(empty)</span>
  return (
    <div className={styles.text}>
      <RedactedText text={text.slice(0, shown)} />
      {text.length > shown && (
        <>
          …{' '}
          <button
            type="button"
            className={styles.more}
            onClick={() => setShown(shown < STEP ? STEP : shown + STEP)}
          >
            Show all {formatCount(text.length)} characters
          </button>
        </>
      )}
      {shown > CLIPPED && (
        <button type="button" className={styles.more} onClick={() => setShown(CLIPPED)}>
          Show less
        </button>
      )}
    </div>
  )
}
