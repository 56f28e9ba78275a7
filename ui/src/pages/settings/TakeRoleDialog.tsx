import { useRemoveMember } from '../../api/settings.ts'
import { ConfirmDialog } from '../../components/Dialog.tsx'

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
