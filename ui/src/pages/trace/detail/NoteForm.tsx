import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextAreaField } from '../../../components/Field.tsx'
import styles from './Feedback.module.css'

const NOTE_CHARACTERS_MAX = 1024

export function NoteForm({ onNote }: { readonly onNote: (note: string) => void }) {
  const [note, setNote] = useState('')
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (note.trim() !== '') onNote(note.trim())
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
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <Button type="submit" size="small" disabled={note.trim() === ''}>
        Add note
      </Button>
    </form>
  )
}
