import { useState } from 'react'
import { Link } from 'wouter'
import { type OpVersion, useFileText, useOpVersions } from '../../api/op-code.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { parseRef, type Ref, refPath } from '../../navigation/ref.ts'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Source of the op, and its diff with other versions. */
export function CodeTab({ call }: TabProps) {
  const ref = parseRef(call.op_name)
  if (!ref) {
    return (
      <EmptyState title="No code available" icon="code">
        The call does not reference a published version of its op.
      </EmptyState>
    )
  }
  return <OpCode op={ref} />
}

function OpCode({ op }: { readonly op: Ref }) {
  const { data: versions, error } = useOpVersions(op.projectId, op.name)
  const [otherDigest, setOther] = useState('')
  if (error) return <ErrorState title="Could not load the op" error={error} />
  if (!versions) return <SkeletonLines />
  const ran = versions.find(({ digest }) => digest === op.digest)
  const others = versions.filter(({ digest }) => digest !== op.digest)
  const other = others.find(({ digest }) => digest === otherDigest)
  const path = refPath(op)
  return (
    <div className={styles.stack}>
      <div className={styles.codeHead}>
        {path && (
          <Link href={path}>
            {op.name} {ran && `v${ran.versionIndex}`}
          </Link>
        )}
        {others.length > 0 && (
          <Select
            label="Compare with version"
            value={otherDigest}
            onChange={setOther}
            options={[
              { value: '', label: 'Compare with…' },
              ...others.map(({ digest, versionIndex }) => ({ value: digest, label: `v${versionIndex}` })),
            ]}
          />
        )}
      </div>
      {other ? (
        <VersionDiff projectId={op.projectId} from={other} to={ran} />
      ) : (
        <Source projectId={op.projectId} version={ran} />
      )}
    </div>
  )
}

function Source({
  projectId,
  version,
}: {
  readonly projectId: string
  readonly version: OpVersion | undefined
}) {
  const { data: code, error } = useFileText(projectId, version?.source)
  if (version?.source === undefined)
    return <EmptyState title="This version was published without source code" />
  if (error) return <ErrorState title="Could not load the source code" error={error} />
  if (code === undefined) return <SkeletonLines />
  return <CodeBlock title="Source" code={code} language={version.source.language} />
}

interface VersionDiffProps {
  readonly projectId: string
  readonly from: OpVersion
  readonly to: OpVersion | undefined
}

function VersionDiff({ projectId, from, to }: VersionDiffProps) {
  const before = useFileText(projectId, from.source)
  const after = useFileText(projectId, to?.source)
  if (before.data === undefined || after.data === undefined) return <SkeletonLines />
  const label = `From v${from.versionIndex} to v${to?.versionIndex}`
  return <TextDiff label={label} before={before.data} after={after.data} />
}
