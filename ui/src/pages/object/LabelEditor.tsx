import { type FormEvent, useState } from 'react'
import type { LabelChange } from '../../api/objects.ts'
import { useWriteAccess } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Segmented, TextField } from '../../components/Field.tsx'
import { Popover } from '../../components/Popover.tsx'
import styles from './Page.module.css'

interface LabelEditorProps {
  readonly projectId: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly onChange: (change: LabelChange) => void
}

/** Edits the tags and aliases of a version. */
export function LabelEditor({ projectId, tags, aliases, onChange }: LabelEditorProps) {
  const access = useWriteAccess(projectId)
  const removable = (kind: 'remove-tag' | 'remove-alias', name: string) =>
    access.disabled ? {} : { remove: { label: `Remove ${name}`, onRemove: () => onChange({ kind, name }) } }
  return (
    <div className={styles.labels}>
      {aliases.map((name) => (
        <Chip key={`alias ${name}`} tone="accent" {...(name !== 'latest' && removable('remove-alias', name))}>
          {name}
        </Chip>
      ))}
      {tags.map((name) => (
        <Chip key={`tag ${name}`} icon="tag" {...removable('remove-tag', name)}>
          {name}
        </Chip>
      ))}
      <Popover
        label="Add tag or alias"
        trigger={(props) => (
          <Button {...props} {...access} size="small" variant="ghost" icon="plus">
            Label
          </Button>
        )}
      >
        {(close) => (
          <LabelForm
            onAdd={(change) => {
              close()
              onChange(change)
            }}
          />
        )}
      </Popover>
    </div>
  )
}

const KINDS = [
  { value: 'add-tag', label: 'Tag' },
  { value: 'set-alias', label: 'Alias' },
] as const

const HINTS = {
  'add-tag': 'Several versions can share a tag.',
  'set-alias': 'An alias points to one version. If it is already in use, it moves here.',
}

function LabelForm({ onAdd }: { readonly onAdd: (change: LabelChange) => void }) {
  const [kind, setKind] = useState<'add-tag' | 'set-alias'>('add-tag')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onAdd({ kind, name: name.trim() })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Segmented label="Label type" options={KINDS} value={kind} onChange={setKind} />
      <TextField
        label="Name"
        hint={HINTS[kind]}
        value={name}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
