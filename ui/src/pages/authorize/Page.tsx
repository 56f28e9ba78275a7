import { EmptyState } from '../../components/EmptyState.tsx'

/** Where SDKs send people for a key. Keys are shown once, so this page can only say where they come from. */
export default function AuthorizePage() {
  return (
    <EmptyState title="Your API key" icon="key">
      The server printed its first key when it started, and keeps it in the data folder as{' '}
      <code>admin-key</code>. Create another one in the project settings or with{' '}
      <code>heddle keys create</code>, and set it as <code>WANDB_API_KEY</code>.
    </EmptyState>
  )
}
