import { groupPath } from '@heddle/contract/filter/fields'
import { type FormEvent, useId, useState } from 'react'
import { useSeenFields } from '../../api/suggestions.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextInput } from '../../components/Field.tsx'
import { Popover } from '../../components/Popover.tsx'
import { GROUP_FIELDS } from '../../stats/group-fields.ts'
import styles from './Page.module.css'

interface GroupMenuProps {
  readonly projectId: string
  /** Undefined for single calls. */
  readonly field: string | undefined
  readonly onField: (field: string | undefined) => void
}

/** Chooses the field that calls are grouped by. */
export function GroupMenu({ projectId, field, onField }: GroupMenuProps) {
  return (
    <Popover
      label="Group by"
      align="end"
      trigger={(props) => (
        <IconButton
          {...props}
          label={field === undefined ? 'Group by' : `Grouped by ${field}`}
          icon="collapse"
          pressed={field !== undefined}
        />
      )}
    >
      {(close) => {
        const choose = (chosen: string | undefined) => {
          close()
          onField(chosen)
        }
        return (
          <div className={styles.form}>
            {[{ field: undefined, label: 'No grouping' }, ...GROUP_FIELDS].map((each) => (
              <Button
                key={each.label}
                variant="ghost"
                className={styles.choice}
                aria-pressed={each.field === field}
                onClick={() => choose(each.field)}
              >
                {each.label}
              </Button>
            ))}
            <OtherField projectId={projectId} onField={choose} />
          </div>
        )
      }}
    </Popover>
  )
}

function OtherField({ projectId, onField }: Pick<GroupMenuProps, 'projectId' | 'onField'>) {
  const [path, setPath] = useState('')
  const { data: fields = [] } = useSeenFields(projectId)
  const listId = useId()
  const isField = groupPath(path.trim()) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isField) onField(path.trim())
  }
  return (
    <form className={styles.line} onSubmit={submit}>
      <TextInput
        label="Field to group by"
        placeholder="attributes.env"
        list={listId}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isField}>
        Group
      </Button>
      <datalist id={listId}>
        {fields.map((each) => (
          <option key={each.field} value={each.field} />
        ))}
      </datalist>
    </form>
  )
}
