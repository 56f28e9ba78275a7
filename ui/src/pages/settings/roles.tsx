import type { Role } from '@heddle/contract/settings'
import { useRemoveMember } from '../../api/settings.ts'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { Select } from '../../components/Field.tsx'
import { isRole, ROLES } from './NewKeyDialog.tsx'

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

interface RemoveMemberDialogProps {
  readonly userName: string
  readonly entity: string
  readonly onClose: () => void
}

export function RemoveMemberDialog({ userName, entity, onClose }: RemoveMemberDialogProps) {
  const removal = useRemoveMember()
  return (
    <ConfirmDialog
      title={`Remove ${userName} from ${entity}?`}
      action="Remove member"
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate({ user_name: userName, entity }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {userName} loses access immediately, as do programs that use their API keys.
    </ConfirmDialog>
  )
}
