import { PageHeader } from '../../components/PageHeader.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { FeedbackList } from './FeedbackList.tsx'
import styles from './Page.module.css'
import { Review } from './Review.tsx'

const TABS = [
  { id: 'all', title: 'All feedback' },
  { id: 'review', title: 'Review' },
] as const

export default function FeedbackPage() {
  const projectId = useProjectId()
  const [text, setTab] = useSearchParam('tab')
  const tab = text === 'review' ? 'review' : 'all'
  return (
    <div className={styles.page}>
      <PageHeader title="Feedback" />
      <Tabs<'all' | 'review'>
        label="Feedback"
        tabs={TABS}
        selected={tab}
        onSelect={(id) => setTab(id === 'all' ? undefined : id)}
        panelClassName={styles.panel}
      >
        {tab === 'all' ? <FeedbackList projectId={projectId} /> : <Review projectId={projectId} />}
      </Tabs>
    </div>
  )
}
