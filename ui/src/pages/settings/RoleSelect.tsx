import type { Role } from '@heddle/contract/accounts'
import { Select } from '../../components/Field.tsx'
import { isRole, ROLES } from './scopes.ts'

interface RoleSelectProps {
  readonly label: string
  readonly role: Role
  readonly disabled?: boolean
  readonly onRole: (role: Role) => void
}

export function RoleSelect({ label, role, disabled = false, onRole }: RoleSelectProps) {
  return (
    <Select
      label={label}
      disabled={disabled}
      options={ROLES.map((each) => ({ value: each, label: each }))}
      value={role}
      onChange={(value) => {
        if (isRole(value)) onRole(value)
      }}
    />
  )
}
