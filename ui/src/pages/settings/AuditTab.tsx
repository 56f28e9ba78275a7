import type { AuditRecord } from '@heddle/contract/audit'
import { AUDIT_ACTIONS } from '@heddle/contract/audit-actions'
import { useState } from 'react'
import { useAuditLog } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import styles from './Page.module.css'

interface AuditTabProps {
  readonly entity: string
  /** Server admins also see what happened in no entity, such as changes of users and keys. */
  readonly isServerAdmin: boolean
}

/** Who changed access, retention and redaction rules, deleted data or closed calls. */
export function AuditTab({ entity, isServerAdmin }: AuditTabProps) {
  const [userName, setUserName] = useState('')
  const [action, setAction] = useState('')
  const [place, setPlace] = useState(entity)
  const query = useAuditLog({ entity: place, userName: userName.trim(), action })
  const { data: entries, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  return (
    <Panel title={`Changes in ${place || 'all entities'}`} aside="Newest first. Entries are never removed">
      <div className={styles.filter}>
        <TextField
          label="Made by"
          placeholder="All users"
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <SelectField label="Action" options={ACTIONS} value={action} onChange={setAction} />
        {isServerAdmin && (
          <SelectField
            label="Where"
            options={[
              { value: entity, label: entity },
              { value: '', label: 'The whole server' },
            ]}
            value={place}
            onChange={setPlace}
          />
        )}
      </div>
      <Loaded what="the audit log" queries={[query]}>
        {entries ? (
          <PlainTable
            label="Audit log"
            columns={COLUMNS}
            rows={entries}
            rowId={({ id }) => id}
            empty="No changes."
          />
        ) : (
          <SkeletonLines count={5} />
        )}
      </Loaded>
      {hasNextPage && (
        <div className={styles.filter}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
          {isFetchNextPageError && <p role="alert">Could not load older changes</p>}
        </div>
      )}
    </Panel>
  )
}

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: value })),
]

const COLUMNS = [
  { id: 'at', title: 'When', cell: ({ at }: AuditRecord) => <TimeAgo at={at} /> },
  {
    id: 'who',
    title: 'Who',
    cell: ({ actor_name, via }: AuditRecord) => (via === 'api' ? actor_name : `${actor_name} (${VIA[via]})`),
  },
  { id: 'action', title: 'Action', cell: ({ action }: AuditRecord) => <code>{action}</code> },
  {
    id: 'target',
    title: 'Target',
    cell: ({ target, project_id, entity }: AuditRecord) => {
      const place = project_id ?? entity
      return place === null || place === target ? target : `${target} in ${place}`
    },
  },
  {
    id: 'details',
    title: 'Details',
    cell: ({ details }: AuditRecord) => <code className={styles.details}>{detailsText(details)}</code>,
  },
]

const VIA = { cli: 'command line', server: 'server' } as const

const DETAILS_CHARACTERS_MAX = 300

function detailsText(details: AuditRecord['details']): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > DETAILS_CHARACTERS_MAX ? `${text.slice(0, DETAILS_CHARACTERS_MAX)}…` : text
}
