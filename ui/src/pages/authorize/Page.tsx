import { EmptyState } from '../../components/EmptyState.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'

/** SDKs link here for an API key. Keys are shown once, so this page can only explain how to get one. */
export default function AuthorizePage() {
  usePageTitle('Your API key')
  return (
    <EmptyState title="Your API key" icon="key">
      The server printed its first key when it started, and keeps it in the data folder as{' '}
      <code>admin-key</code>. Create another one in the project settings or with{' '}
      <code>npx heddle keys create USER</code>, and set it as <code>WANDB_API_KEY</code>.
    </EmptyState>
  )
}
