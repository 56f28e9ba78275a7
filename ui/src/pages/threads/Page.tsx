import { EmptyState } from '../../components/EmptyState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'

export default function ThreadsPage() {
  return (
    <>
      <PageHeader title="Threads" />
      <EmptyState title="This page is not built yet" />
    </>
  )
}
