import { EmptyState } from '../../components/EmptyState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'

export default function CostsPage() {
  return (
    <>
      <PageHeader title="Costs" />
      <EmptyState title="This page is not built yet" />
    </>
  )
}
