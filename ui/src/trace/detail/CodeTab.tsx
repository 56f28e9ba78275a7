import { useState } from 'react'
import { Link } from 'wouter'
import { type OpVersion, useFileText, useOpVersions } from '../../api/op-code.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Select } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
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
  const query = useOpVersions(op.projectId, op.name)
  const { data: versions } = query
  const [otherDigest, setOther] = useState('')
  if (!versions)
    return (
      <Loaded what="the op" queries={[query]}>
        <SkeletonLines />
      </Loaded>
    )
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

interface SourceProps {
  readonly projectId: string
  readonly version: OpVersion | undefined
}

function Source({ projectId, version }: SourceProps) {
  const query = useFileText(projectId, version?.source)
  const { data: code } = query
  if (version?.source === undefined)
    return <EmptyState title="This version was published without source code" />
  return (
    <Loaded what="the source code" queries={[query]}>
      {code === undefined ? (
        <SkeletonLines />
      ) : (
        <CodeBlock title="Source" code={code} language={version.source.language} />
      )}
    </Loaded>
  )
}

interface VersionDiffProps {
  readonly projectId: string
  readonly from: OpVersion
  /** Undefined if it was deleted. */
  readonly to: OpVersion | undefined
}

function VersionDiff({ projectId, from, to }: VersionDiffProps) {
  const before = useFileText(projectId, from.source)
  const after = useFileText(projectId, to?.source)
  if (!to) return <EmptyState title="The version that ran was deleted" />
  const without = [from, to].find(({ source }) => source === undefined)
  if (without) return <EmptyState title={`v${without.versionIndex} was published without source code`} />
  return (
    <Loaded what="the source code" queries={[before, after]}>
      {before.data === undefined || after.data === undefined ? (
        <SkeletonLines />
      ) : (
        <TextDiff
          label={`From v${from.versionIndex} to v${to.versionIndex}`}
          before={before.data}
          after={after.data}
        />
      )}
    </Loaded>
  )
}
