import type { SessionReply } from '@heddle/contract/session'
import { useSignOut } from '../api/session.ts'
import { IconButton } from '../components/Button.tsx'
import { Menu } from '../components/Menu.tsx'
import { useToast } from '../components/Toast.tsx'
import { useCommands } from '../keyboard/commands.ts'

export function UserMenu({ session }: { readonly session: SessionReply }) {
  const { mutate } = useSignOut()
  const toast = useToast()
  const signOut = () =>
    mutate(undefined, { onError: (error) => toast.failed('You are still signed in', error) })

  useCommands([{ id: 'sign-out', title: 'Sign out', group: 'General', icon: 'user', run: signOut }])

  return (
    <Menu
      label="Account"
      align="end"
      heading={`${session.user.name}${session.user.server_admin ? ' · server admin' : ''}`}
      items={[{ label: 'Sign out', icon: 'external', onSelect: signOut }]}
      trigger={(props) => <IconButton {...props} label={`Account of ${session.user.name}`} icon="user" />}
    />
  )
}
