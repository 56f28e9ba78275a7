import { isServerAdmin, mayAdminister, useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { AuditTab } from './AuditTab.tsx'
import { CallStoragePanels } from './CallStoragePanels.tsx'
import { KeysTab } from './KeysTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import styles from './Page.module.css'
import { RedactionTab } from './RedactionTab.tsx'
import { RetentionPanel } from './RetentionPanel.tsx'
import { ServerTab } from './ServerTab.tsx'
import { StoragePanel } from './StoragePanel.tsx'
import { UsersTab } from './UsersTab.tsx'

type TabId = 'keys' | 'users' | 'members' | 'storage' | 'redaction' | 'audit' | 'server'

const TITLES: Record<TabId, string> = {
  keys: 'API keys',
  users: 'Users and roles',
  members: 'Members',
  storage: 'Storage',
  redaction: 'Redaction',
  audit: 'Audit log',
  server: 'Server',
}

export default function SettingsPage() {
  const projectId = useProjectId()
  const { data: session } = useSession()
  const [text, setTab] = useSearchParam('tab')
  const isAdmin = isServerAdmin(session)
  const entity = projectId.split('/')[0] ?? ''
  const ids: readonly TabId[] = [
    'keys',
    isAdmin ? 'users' : 'members',
    'storage',
    'redaction',
    ...(session && mayAdminister(session, entity) ? (['audit'] as const) : []),
    ...(isAdmin ? (['server'] as const) : []),
  ]
  const tab = ids.find((id) => id === text) ?? 'keys'
  return (
    <div className={styles.page}>
      <PageHeader title="Settings" />
      <Tabs<TabId>
        label="Settings"
        tabs={ids.map((id) => ({ id, title: TITLES[id] }))}
        selected={tab}
        onSelect={(id) => setTab(id === 'keys' ? undefined : id)}
        panelClassName={styles.panel}
      >
        {tab === 'keys' && <KeysTab projectId={projectId} isAdmin={isAdmin} />}
        {tab === 'users' && <UsersTab entity={entity} />}
        {tab === 'members' && <MembersTab projectId={projectId} entity={entity} />}
        {tab === 'storage' && (
          <>
            <StoragePanel />
            <CallStoragePanels projectId={projectId} />
            <RetentionPanel projectId={projectId} />
          </>
        )}
        {tab === 'redaction' && <RedactionTab projectId={projectId} entity={entity} />}
        {tab === 'audit' && <AuditTab entity={entity} isServerAdmin={isAdmin} />}
        {tab === 'server' && <ServerTab />}
      </Tabs>
    </div>
  )
}
