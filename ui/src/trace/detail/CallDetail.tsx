import { useCall } from '../../api/call.ts'
import { useCallFeedback } from '../../api/feedback.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { classes } from '../../components/classes.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { serverUrl } from '../../navigation/base-path.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { callRef } from '../../navigation/ref.ts'
import { AttributesTab } from './AttributesTab.tsx'
import { CallTab } from './CallTab.tsx'
import { CodeTab } from './CodeTab.tsx'
import { CostTab } from './CostTab.tsx'
import styles from './Detail.module.css'
import { Failure } from './Failure.tsx'
import { FeedbackTab } from './FeedbackTab.tsx'
import { RefsTab } from './RefsTab.tsx'
import { callSnippets } from './snippets.ts'
import type { TabProps } from './tab-props.ts'

const TAB_IDS = ['call', 'feedback', 'cost', 'code', 'attributes', 'refs', 'exception', 'use'] as const
type TabId = (typeof TAB_IDS)[number]

const TITLES: Readonly<Record<TabId, string>> = {
  call: 'Call',
  feedback: 'Feedback',
  cost: 'Cost',
  code: 'Code',
  attributes: 'Attributes',
  refs: 'Refs',
  exception: 'Exception',
  use: 'Use',
}

interface CallDetailProps {
  readonly projectId: string
  readonly callId: string
  readonly place: 'page' | 'peek'
}

/** Details of the selected call. Loads its payloads. */
export function CallDetail({ projectId, callId, place }: CallDetailProps) {
  const { data: call, error, refetch } = useCall(projectId, callId)
  if (call === undefined && error)
    return <ErrorState title="Could not load the call" error={error} onRetry={refetch} />
  if (call === undefined) return <SkeletonLines />
  if (call === null) return <EmptyState title="Call not found">It may have been deleted.</EmptyState>
  return (
    <section className={classes(styles.detail, place === 'peek' && styles.peek)} aria-label="Selected call">
      <DetailTabs projectId={projectId} call={call} />
    </section>
  )
}

function DetailTabs({ projectId, call }: TabProps) {
  const [chosen, setTab] = useSearchParam('tab')
  const { data: feedback } = useCallFeedback(projectId, callRef(projectId, call.id))
  const badges: Partial<Record<TabId, number>> = feedback?.length ? { feedback: feedback.length } : {}
  const ids = TAB_IDS.filter((id) => id !== 'exception' || call.exception !== null)
  const selected = ids.find((id) => id === chosen) ?? 'call'
  const tabs = ids.map((id): Tab<TabId> => {
    const badge = badges[id]
    return { id, title: TITLES[id], ...(badge !== undefined && { badge }) }
  })
  return (
    <Tabs
      label="Call details"
      tabs={tabs}
      selected={selected}
      onSelect={(id) => setTab(id === 'call' ? undefined : id, { replace: true })}
      panelClassName={styles.panel}
      subject={call.id}
    >
      <Panel tab={selected} projectId={projectId} call={call} />
    </Tabs>
  )
}

function Panel({ tab, ...props }: TabProps & { readonly tab: TabId }) {
  switch (tab) {
    case 'call':
      return <CallTab {...props} />
    case 'feedback':
      return <FeedbackTab key={props.call.id} {...props} />
    case 'cost':
      return <CostTab {...props} />
    case 'code':
      return <CodeTab key={props.call.op_name} {...props} />
    case 'attributes':
      return <AttributesTab {...props} />
    case 'refs':
      return <RefsTab {...props} />
    case 'exception':
      return <Failure exception={props.call.exception ?? ''} />
    case 'use':
      return <UseTab {...props} />
  }
}

/** Code snippets to load the call. */
function UseTab({ projectId, call }: TabProps) {
  return (
    <div className={styles.stack}>
      {callSnippets(serverUrl(), projectId, call.id).map((snippet) => (
        <CodeBlock key={snippet.title} {...snippet} />
      ))}
    </div>
  )
}
