import { PageHeader } from '../../components/PageHeader.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { FeedbackList } from './FeedbackList.tsx'
import styles from './Page.module.css'
import { Queues } from './Queues.tsx'
import { Review } from './Review.tsx'

const TABS = [
  { id: 'all', title: 'All feedback' },
  { id: 'queues', title: 'Queues' },
  { id: 'review', title: 'Review' },
] as const

export default function FeedbackPage() {
  const projectId = useProjectId()
  const [text, setTab] = useSearchParam('tab')
  const tab = TABS.find(({ id }) => id === text)?.id ?? 'all'
  return (
    <div className={styles.page}>
      <PageHeader title="Feedback" />
      <Tabs<(typeof TABS)[number]['id']>
        label="Feedback"
        tabs={TABS}
        selected={tab}
        onSelect={(id) => setTab(id === 'all' ? undefined : id)}
        panelClassName={styles.panel}
      >
        {tab === 'all' && <FeedbackList projectId={projectId} />}
        {tab === 'queues' && <Queues projectId={projectId} />}
        {tab === 'review' && <Review projectId={projectId} />}
      </Tabs>
    </div>
  )
}
