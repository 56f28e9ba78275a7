import { valueAt } from '@heddle/contract/call/json'
import type { ObjectRecord } from '@heddle/contract/objects'
import { useObjectVersion } from '../../api/objects.ts'
import { sourceOf, useFileText } from '../../api/op-code.ts'
import { IconButton } from '../../components/Button.tsx'
import { Select } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { groupOf } from '../../object/class.ts'
import { tableDigest } from '../../object/ref.ts'
import styles from './Page.module.css'
import { RowDiff } from './RowDiff.tsx'
import { comparedText } from './version-text.ts'

interface DiffTabProps {
  readonly projectId: string
  readonly name: string
  readonly versions: readonly ObjectRecord[]
  readonly before: string
  readonly after: string
  readonly onCompare: (before: string, after: string) => void
}

/** Diff of any two versions. */
export function DiffTab({ projectId, name, versions, before, after, onCompare }: DiffTabProps) {
  const old = useVersionText(projectId, name, before)
  const young = useVersionText(projectId, name, after)
  const options = versions.map(({ digest, version_index, is_latest }) => ({
    value: digest,
    label: `v${version_index}${is_latest === 1 ? ' (latest)' : ''}`,
  }))
  return (
    <>
      <div className={styles.compared}>
        From
        <Select
          label="Version before"
          options={options}
          value={before}
          onChange={(chosen) => onCompare(chosen, after)}
        />
        to
        <Select
          label="Version after"
          options={options}
          value={after}
          onChange={(chosen) => onCompare(before, chosen)}
        />
        <IconButton label="Swap versions" icon="compare" onClick={() => onCompare(after, before)} />
      </div>
      <Loaded what="the versions" queries={[...old.queries, ...young.queries]}>
        {old.text !== undefined && young.text !== undefined ? (
          <TextDiff label="Difference" before={old.text} after={young.text} />
        ) : (
          <SkeletonLines />
        )}
      </Loaded>
      {old.table !== undefined && young.table !== undefined && old.table !== young.table && (
        <RowDiff projectId={projectId} before={old.table} after={young.table} />
      )}
    </>
  )
}

/** Text to diff: the source of an op, the text of a prompt, else JSON. For a dataset, also the digest of its table. */
function useVersionText(projectId: string, name: string, digest: string | undefined) {
  const read = useObjectVersion(projectId, name, digest)
  const { data: version } = read
  const source = version?.kind === 'op' ? sourceOf(JSON.parse(version.valText)) : undefined
  const file = useFileText(projectId, source)
  const queries = [read, file]
  if (!version) return { text: undefined, table: undefined, queries }
  if (source !== undefined) return { text: file.data, table: undefined, queries }
  const table = tableDigest(valueAt(JSON.parse(version.valText), 'rows'))
  return { text: comparedText(version.valText, groupOf(version) === 'prompts'), table, queries }
}
