import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextAreaField } from '../../components/Field.tsx'
import styles from './Feedback.module.css'

const NOTE_CHARACTERS_MAX = 1024

interface NoteFormProps {
  /** Says whether the note was saved. */
  readonly onNote: (note: string) => Promise<boolean>
}

/** A field for a note. What was written stays in it until it is saved. */
export function NoteForm({ onNote }: NoteFormProps) {
  const [note, setNote] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const canSave = !isSaving && note.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSave) return
    setIsSaving(true)
    const isSaved = await onNote(note.trim())
    setIsSaving(false)
    // What was written since is another note.
    if (isSaved) setNote((now) => (now === note ? '' : now))
  }
  return (
    <form className={styles.note} onSubmit={submit}>
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={NOTE_CHARACTERS_MAX}
        placeholder="What should others know about this call?"
        data-note=""
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <Button type="submit" size="small" disabled={!canSave}>
        Add note
      </Button>
    </form>
  )
}
