import type { ObjectRecord } from '@heddle/contract/objects'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useLabelledVersions, useObjects } from '../../api/objects.ts'
import { useWriteAccess } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TextInput } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useCommands } from '../../keyboard/commands.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { groupCounts, isPublished, type Shown, searched } from '../../object/class.ts'
import { withLabels } from '../../object/labels.ts'
import { hrefOf, OBJECT_COLUMNS } from './columns.tsx'
import { NewPromptDialog } from './NewPromptDialog.tsx'
import styles from './Page.module.css'

const NONE: readonly ObjectRecord[] = []

export default function ObjectsPage() {
  const projectId = useProjectId()
  const query = useObjects(projectId)
  const { data: all = NONE, isPending } = query
  const { data: labelled = NONE } = useLabelledVersions(projectId)
  const objects = useMemo(() => withLabels(all.filter(isPublished), labelled), [all, labelled])
  const [, navigate] = useLocation()
  const [words = '', setWords] = useSearchParam('q')
  const [groupText, setGroup] = useSearchParam('class')
  const groups = useMemo(() => groupCounts(objects), [objects])
  const shown: Shown = groups.find(({ group }) => group === groupText)?.group ?? 'all'
  const rows = useMemo(() => searched(objects, shown, words), [objects, shown, words])

  const actions = (
    <>
      <ObjectSearch words={words} onWords={setWords} />
      <NewPromptButton projectId={projectId} />
    </>
  )
  const tabs = [
    { id: 'all' as const, title: 'All', badge: objects.length },
    ...groups.map(({ group, title, count }) => ({ id: group, title, badge: count })),
  ]
  return (
    <div className={styles.page}>
      <PageHeader title="Objects" actions={actions} />
      <Loaded what="objects" queries={[query]}>
        <Tabs<Shown>
          label="Classes"
          tabs={tabs}
          selected={shown}
          onSelect={(group) => setGroup(group === 'all' ? undefined : group)}
          panelClassName={styles.panel}
        >
          <DataTable
            label="Objects"
            columns={OBJECT_COLUMNS}
            rows={rows}
            rowId={({ object_id, kind }) => `${kind} ${object_id}`}
            isLoading={isPending}
            onOpen={(object) => navigate(hrefOf(object))}
            empty={<NoObjects isSearch={words !== ''} />}
          />
        </Tabs>
      </Loaded>
    </div>
  )
}

function NewPromptButton({ projectId }: { readonly projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon="plus" {...useWriteAccess(projectId)} onClick={() => setOpen(true)}>
        New prompt
      </Button>
      {isOpen && <NewPromptDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ObjectSearchProps {
  readonly words: string
  readonly onWords: (words: string | undefined, options: { readonly replace: boolean }) => void
}

function ObjectSearch({ words, onWords }: ObjectSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: 'find-object',
      title: 'Search objects',
      group: 'Objects',
      keys: '/',
      run: () => input.current?.focus(),
    },
  ])
  return (
    <TextInput
      ref={input}
      label="Search objects"
      type="search"
      placeholder="Name, class, tag or alias"
      className={styles.search}
      value={words}
      onChange={(event) => onWords(event.currentTarget.value || undefined, { replace: true })}
    />
  )
}

const NoObjects = ({ isSearch }: { readonly isSearch: boolean }) =>
  isSearch ? (
    <EmptyState title="No matching objects" icon="search" />
  ) : (
    <EmptyState title="No objects yet" icon="cube">
      Prompts, models, datasets and ops appear here once they are published, for example with weave.publish().
    </EmptyState>
  )
