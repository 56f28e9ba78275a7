import { useState } from 'react'
import { formatCount } from '../../format/number.ts'
import styles from './JsonViewer.module.css'
import { MediaChip } from './MediaChip.tsx'
import { mediaOf } from './media.ts'
import type { JsonDocument, ValueRow } from './rows.ts'
import { copiedText, headText } from './value-text.ts'

const CLIPPED = 240
const MEDIA_CHARACTERS_MAX = 20_000_000
/** More text than this at once makes the browser slow. */
const SHOWN_STEP = 100_000

interface StringValueProps {
  readonly document: JsonDocument
  readonly row: ValueRow
}

/** A text, clipped where it is long; base64 of an image or a sound as what it is. */
export function StringValue({ document, row }: StringValueProps) {
  const [shown, setShown] = useState(CLIPPED)
  const length = row.end - row.start
  const media = length < MEDIA_CHARACTERS_MAX && looksLikeMedia(document, row)
  if (media) return <MediaChip media={media} />

  const text = headText(document, row, shown)
  const isLong = length > CLIPPED
  return (
    <span className={shown > CLIPPED ? styles.long : styles.string}>
      {text}
      {shown < length && '…'}
      {isLong && (
        <span className={styles.buttons}>
          {shown < length && (
            <button
              type="button"
              className={styles.more}
              tabIndex={-1}
              onClick={() => setShown((now) => (now < SHOWN_STEP ? SHOWN_STEP : now + SHOWN_STEP))}
            >
              {length <= SHOWN_STEP || shown < SHOWN_STEP
                ? `Show all ${formatCount(length - 2)} characters`
                : 'Show more'}
            </button>
          )}
          {shown > CLIPPED && (
            <button type="button" className={styles.more} tabIndex={-1} onClick={() => setShown(CLIPPED)}>
              Show less
            </button>
          )}
        </span>
      )}
    </span>
  )
}

function looksLikeMedia(document: JsonDocument, row: ValueRow) {
  const head = headText(document, row, 120)
  // The whole text is decoded only where its beginning is promising.
  return /^(data:|iVBOR|\/9j\/|R0lGOD|UklGR|JVBERi0|SUQz|T2dnUw)/.test(head)
    ? mediaOf(copiedText(document, row))
    : undefined
}
