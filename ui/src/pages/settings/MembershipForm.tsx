import type { Role } from '@heddle/contract/accounts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Popover } from '../../components/Popover.tsx'
import styles from './Page.module.css'
import { RoleSelect } from './RoleSelect.tsx'

interface Chosen {
  readonly entity: string
  readonly role: Role
}

interface MembershipFormProps {
  readonly userName: string
  /** The entity to begin with. */
  readonly entity: string
  readonly onSet: (chosen: Chosen) => void
}

/** Gives a user a role; one held before in the same entity gives way. */
export function MembershipForm({ userName, entity: firstEntity, onSet }: MembershipFormProps) {
  const [entity, setEntity] = useState(firstEntity)
  const [role, setRole] = useState<Role>('editor')
  return (
    <Popover
      label={`Give ${userName} a role`}
      trigger={(props) => (
        <Button {...props} size="small" variant="ghost" icon="plus" aria-label={`Give ${userName} a role`}>
          Role
        </Button>
      )}
    >
      {(close) => (
        <form
          className={styles.popover}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            close()
            onSet({ entity: entity.trim(), role })
          }}
        >
          <TextField
            label="Entity"
            hint="The part of a project's name before the slash"
            value={entity}
            onChange={(event) => setEntity(event.currentTarget.value)}
          />
          <RoleSelect label="Role" role={role} onRole={setRole} />
          <Button type="submit" variant="primary" disabled={entity.trim() === ''}>
            Give the role
          </Button>
        </form>
      )}
    </Popover>
  )
}
