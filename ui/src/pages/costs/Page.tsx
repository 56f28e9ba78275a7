import { useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useProjectId } from '../../navigation/params.ts'
import { ModelsPanel } from './ModelsPanel.tsx'
import styles from './Page.module.css'
import { PriceDialog } from './PriceDialog.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import { SpendChart } from './SpendChart.tsx'
import { useSpend } from './useSpend.ts'

export default function CostsPage() {
  const projectId = useProjectId()
  const { timeline, models, prices, error } = useSpend(projectId)
  const [priced, setPriced] = useState<string>()
  return (
    <>
      <PageHeader title="Costs" aside="Of whole traces, each with the usage of all below it" />
      {error ? (
        <ErrorState title="The costs could not be read" error={error} />
      ) : (
        <div className={styles.page}>
          {timeline ? <SpendChart projectId={projectId} timeline={timeline} /> : <Skeleton height="228px" />}
          <ModelsPanel projectId={projectId} models={models} onPrice={setPriced} />
          <PricesPanel projectId={projectId} prices={prices} onAdd={() => setPriced('')} />
        </div>
      )}
      {priced !== undefined && (
        <PriceDialog projectId={projectId} model={priced} onClose={() => setPriced(undefined)} />
      )}
    </>
  )
}
