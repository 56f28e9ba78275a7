import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Segmented, TextAreaField, TextInput } from '../../components/Field.tsx'
import { prettyJson } from '../../json/pretty.ts'
import { columnTitle, type GridColumn } from './grid.ts'
import styles from './Page.module.css'
import { fieldsOf, type RowField, rowOf, withField } from './row-edits.ts'

interface RowEditorProps {
  readonly text: string
  readonly columns: readonly GridColumn[]
  /** Called on every valid change. */
  readonly onChange: (text: string) => void
}

type Mode = 'fields' | 'json'

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
]

/** Edits a row field by field, or as JSON. */
export function RowEditor({ text, columns, onChange }: RowEditorProps) {
  const [mode, setMode] = useState<Mode>('fields')
  return (
    <>
      <Segmented label="Edit as" options={MODES} value={mode} onChange={setMode} />
      {mode === 'json' ? (
        <JsonEditor text={text} onChange={onChange} />
      ) : (
        <FieldsEditor text={text} columns={columns} onChange={onChange} />
      )}
    </>
  )
}

function FieldsEditor({ text, columns, onChange }: RowEditorProps) {
  // The kinds of fields stay as they were when the editor opened, so that typing `1` into a text keeps it text.
  const [fields, setFields] = useState(() => fieldsOf(text, columns))
  const [newName, setNewName] = useState('')
  const change = (field: RowField) => {
    setFields(fields.map((each) => (each.name === field.name ? field : each)))
    if (problemOf(field) === undefined) onChange(withField(text, field))
  }
  const add = () => {
    setFields([...fields, { name: newName, kind: 'text', value: '' }])
    setNewName('')
  }
  return (
    <>
      {fields.map((field) => {
        const problem = problemOf(field)
        return (
          <TextAreaField
            key={field.name}
            label={columnTitle(field.name)}
            rows={Math.min(10, Math.max(field.kind === 'text' ? 2 : 1, field.value.split('\n').length))}
            className={field.kind === 'json' ? styles.json : undefined}
            aria-invalid={problem !== undefined}
            {...(problem !== undefined && { hint: problem })}
            value={field.value}
            onChange={(event) => change({ ...field, value: event.currentTarget.value })}
          />
        )
      })}
      <span className={styles.newField}>
        <TextInput
          label="Name of the new field"
          placeholder="New field"
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <Button
          size="small"
          icon="plus"
          disabled={newName === '' || fields.some(({ name }) => name === newName)}
          onClick={add}
        >
          Add field
        </Button>
      </span>
    </>
  )
}

function problemOf({ kind, value }: RowField): string | undefined {
  if (kind === 'text' || value.trim() === '') return undefined
  try {
    JSON.parse(value)
    return undefined
  } catch {
    return 'Not valid JSON: strings need quotes. This change is ignored.'
  }
}

function JsonEditor({ text, onChange }: Omit<RowEditorProps, 'columns'>) {
  const [draft, setDraft] = useState(() => prettyJson(text))
  const isRow = rowOf(draft) !== undefined
  return (
    <TextAreaField
      label="Row"
      rows={Math.min(30, Math.max(8, draft.split('\n').length))}
      className={styles.json}
      spellCheck={false}
      aria-invalid={!isRow}
      {...(!isRow && { hint: 'Not a valid JSON object. This change is ignored.' })}
      value={draft}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value)
        const row = rowOf(value)
        if (row !== undefined) onChange(row)
      }}
    />
  )
}
