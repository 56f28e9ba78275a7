import { useEffect, useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { findInJson } from '../../json/find.ts'
import { isComposing } from '../../keyboard/composing.ts'
import { IconButton } from '../Button.tsx'
import { TextInput } from '../Field.tsx'
import styles from './JsonViewer.module.css'
import type { Hit } from './rows.ts'

const TYPING_MS = 150

interface FindBarProps {
  readonly label: string
  readonly text: string
  /** Called with the current match; undefined if there is none. */
  readonly onHit: (hit: Hit | undefined) => void
}

export function FindBar({ label, text, onHit }: FindBarProps) {
  const [words, setWords] = useState('')
  const [hits, setHits] = useState<readonly number[]>([])
  const [at, setAt] = useState(0)

  const hitAt = (offset: number | undefined): Hit | undefined =>
    offset === undefined ? undefined : { offset, length: words.length }

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again only for other words or another text.
  useEffect(() => {
    const search = new AbortController()
    const timer = window.setTimeout(async () => {
      const found = await findInJson(text, words, search.signal)
      if (search.signal.aborted) return
      setHits(found)
      setAt(0)
      onHit(hitAt(found[0]))
    }, TYPING_MS)
    return () => {
      window.clearTimeout(timer)
      search.abort()
    }
  }, [text, words])

  const go = (step: number) => {
    if (hits.length === 0) return
    const next = (at + step + hits.length) % hits.length
    setAt(next)
    onHit(hitAt(hits[next]))
  }
  return (
    <div className={styles.find}>
      <TextInput
        label={`Find in ${label}`}
        type="search"
        placeholder="Find"
        value={words}
        className={styles.findInput}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') setWords('')
        }}
      />
      {words !== '' && (
        <>
          <span className={styles.hits} role="status">
            {hits.length === 0 ? 'No results' : `${formatCount(at + 1)} of ${formatCount(hits.length)}`}
          </span>
          <IconButton label="Previous match" icon="arrowUp" size="small" onClick={() => go(-1)} />
          <IconButton label="Next match" icon="arrowDown" size="small" onClick={() => go(1)} />
        </>
      )}
    </div>
  )
}
