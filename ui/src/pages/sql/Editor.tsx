import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react'
import { Button } from '../../components/Button.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { lineOf, placeOf } from './answer.ts'
import styles from './Page.module.css'

interface EditorProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onText: (text: string) => void
  /** Why the last run of this text failed. */
  readonly error: string | undefined
  readonly isRunning: boolean
  readonly onRun: () => void
  readonly onCancel: () => void
}

/** A query, which Ctrl+Enter runs. The text at fault is selected. */
export function Editor({ ref, text, onText, error, isRunning, onRun, onCancel }: EditorProps) {
  const errorId = useId()
  const place = error === undefined ? undefined : placeOf(error, text)
  const [start, end] = [place?.start, place?.end]
  useEffect(() => {
    if (start === undefined || end === undefined) return
    ref.current?.focus()
    ref.current?.setSelectionRange(start, end)
  }, [ref, start, end])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onRun()
    } else if (event.key === 'Escape' && isRunning) onCancel()
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={ref}
        aria-label="Query"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        className={styles.text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        rows={Math.min(20, Math.max(5, text.split('\n').length + 1))}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        {isRunning ? (
          <Button icon="close" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button variant="primary" icon="play" onClick={onRun} disabled={text.trim() === ''}>
              Run
            </Button>
            <span className={styles.hint}>
              <Kbd keys="Ctrl+Enter" />
            </span>
          </>
        )}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles.error}>
          {start !== undefined && `Line ${lineOf(text, start)}: `}
          {error}
        </p>
      )}
    </div>
  )
}
