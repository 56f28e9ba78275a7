import type { ObjectRecord } from '@heddle/contract/objects'
import { useState } from 'react'
import { Drafts } from '../../api/drafts.ts'
import type { VersionWithText } from '../../api/objects.ts'
import { useDraft } from '../../api/useDraft.ts'
import { CodeBlock, type Snippet } from '../../components/CodeBlock.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { usePathParam, useSearchParam } from '../../navigation/params.ts'
import { groupOf } from '../../object/class.ts'
import { refOf, type VersionName } from '../../object/ref.ts'
import { DiffTab } from './DiffTab.tsx'
import { type Draft, EditTab } from './EditTab.tsx'
import styles from './Page.module.css'
import { CallsOfOp, UsedAsInput } from './UsedByTab.tsx'
import { ValueTab } from './ValueTab.tsx'

/** Edits of versions that are not published yet. They are kept while other tabs and pages are open. */
const DRAFTS = new Drafts<Draft>()

type TabId = 'value' | 'edit' | 'diff' | 'calls' | 'use'

interface VersionViewProps {
  readonly projectId: string
  readonly version: VersionWithText
  readonly versions: readonly ObjectRecord[]
  /** Called to show another version. */
  readonly onVersion: (digest: string, search: string, options?: { readonly replace: boolean }) => void
}

/** One version: value, diff, users and code to load it. */
export function VersionView({ projectId, version, versions, onVersion }: VersionViewProps) {
  const [tabText, setTab] = useSearchParam('tab')
  const [against] = useSearchParam('against')
  const { object_id: name, digest, kind } = version
  const { draft, setDraft } = useDraft(DRAFTS, `${projectId} ${name} ${digest}`)
  const [discards, setDiscards] = useState(0)
  const digestInUrl = usePathParam('digest')
  const tabs = tabsOf(version, versions.length, draft !== undefined)
  const tab = tabs.find(({ id }) => id === tabText)?.id ?? 'value'
  const Calls = kind === 'op' ? CallsOfOp : UsedAsInput
  return (
    <Tabs<TabId>
      label="Version"
      tabs={tabs}
      selected={tab}
      onSelect={(id) => setTab(id === 'value' ? undefined : id)}
      panelClassName={styles.panel}
    >
      {tab === 'value' && <ValueTab projectId={projectId} version={version} />}
      {tab === 'edit' && versions.length > 0 && (
        <EditTab
          key={`${digest} ${discards}`}
          projectId={projectId}
          version={version}
          latest={versions.find(({ is_latest }) => is_latest === 1)?.digest ?? digest}
          kept={draft}
          aliases={versions.flatMap(({ aliases }) => (aliases ?? []).filter((each) => each !== 'latest'))}
          // `latest` in the URL may become another version while this one is edited.
          onEdit={() => digestInUrl !== digest && onVersion(digest, 'tab=edit', { replace: true })}
          onDraft={setDraft}
          onDiscard={() => {
            setDraft(undefined)
            setDiscards(discards + 1)
          }}
          onPublished={(published) => onVersion(published, '')}
        />
      )}
      {tab === 'diff' && (
        <DiffTab
          projectId={projectId}
          name={name}
          versions={versions}
          before={against ?? versionBefore(versions, digest)}
          after={digest}
          onCompare={(before, after) =>
            onVersion(after, String(new URLSearchParams({ tab: 'diff', against: before })))
          }
        />
      )}
      {tab === 'calls' && <Calls projectId={projectId} versionRef={refOf(version)} />}
      {tab === 'use' &&
        versionSnippets({ projectId, kind, name, digest }).map((snippet) => (
          <CodeBlock key={snippet.title} {...snippet} />
        ))}
    </Tabs>
  )
}

function tabsOf(version: VersionWithText, versionCount: number, isDraft: boolean): Tab<TabId>[] {
  const { kind } = version
  // Ops are code, and datasets are edited row by row on their own page.
  const isEdited = kind === 'object' && groupOf(version) !== 'datasets'
  return [
    { id: 'value', title: kind === 'op' ? 'Source' : 'Value' },
    ...(isEdited ? [{ id: 'edit' as const, title: 'Edit', ...(isDraft && { badge: 'unsaved' }) }] : []),
    ...(versionCount > 1 ? [{ id: 'diff' as const, title: 'Compare' }] : []),
    { id: 'calls', title: kind === 'op' ? 'Calls' : 'Used by' },
    { id: 'use', title: 'Use' },
  ]
}

/** The version published before this one; the first is compared with the one after it. */
function versionBefore(versions: readonly ObjectRecord[], digest: string): string {
  const at = versions.findIndex((each) => each.digest === digest)
  return (versions[at + 1] ?? versions[at - 1])?.digest ?? digest
}

/** Code snippets to load a version. */
function versionSnippets({ projectId, kind, name, digest }: VersionName): Snippet[] {
  const ref = `weave:///${projectId}/${kind}/${name}:${digest}`
  return [
    {
      title: 'Python',
      language: 'python',
      code: `import weave\n\nweave.init("${projectId}")\n${kind} = weave.ref("${ref}").get()`,
    },
    {
      title: 'TypeScript',
      language: 'typescript',
      code: `import * as weave from 'weave'\n\nconst client = await weave.init('${projectId}')\nconst value = await client.get(weave.ObjectRef.fromUri('${ref}'))`,
    },
    {
      title: 'curl',
      code: `curl -u "api:$WANDB_API_KEY" "$WF_TRACE_SERVER_URL/obj/read" \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify({ project_id: projectId, object_id: name, digest })}'`,
    },
  ]
}
