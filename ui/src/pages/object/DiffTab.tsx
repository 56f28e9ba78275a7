import type { ObjectRecord } from '@heddle/contract/objects'
import { IconButton } from '../../components/Button.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import styles from './Page.module.css'
import { useVersionText } from './useVersionText.ts'

interface DiffTabProps {
  readonly projectId: string
  readonly name: string
  readonly versions: readonly ObjectRecord[]
  readonly before: string
  readonly after: string
  readonly onCompare: (before: string, after: string) => void
}

/** How any version became any other. */
export function DiffTab({ projectId, name, versions, before, after, onCompare }: DiffTabProps) {
  const old = useVersionText(projectId, name, before)
  const young = useVersionText(projectId, name, after)
  const options = versions.map(({ digest, version_index, is_latest }) => ({
    value: digest,
    label: `v${version_index}${is_latest === 1 ? ' (latest)' : ''}`,
  }))
  const error = old.error ?? young.error
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
        <IconButton label="Swap the versions" icon="compare" onClick={() => onCompare(after, before)} />
      </div>
      {error && <ErrorState title="The versions could not be compared" error={error} />}
      {!error && (old.text === undefined || young.text === undefined) && <SkeletonLines />}
      {old.text !== undefined && young.text !== undefined && (
        <TextDiff label="Difference" before={old.text} after={young.text} />
      )}
    </>
  )
}
