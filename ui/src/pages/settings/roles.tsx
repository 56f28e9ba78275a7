import type { Role } from '@heddle/contract/accounts'
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

interface TakeRoleDialogProps {
  readonly userName: string
  readonly entity: string
  readonly onClose: () => void
}

export function TakeRoleDialog({ userName, entity, onClose }: TakeRoleDialogProps) {
  const removal = useRemoveMember()
  return (
    <ConfirmDialog
      title={`Take ${userName} out of ${entity}?`}
      action={`Take ${userName} out`}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate({ user_name: userName, entity }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The role ends at once, also for the programs that use a key of {userName}.
    </ConfirmDialog>
  )
}
