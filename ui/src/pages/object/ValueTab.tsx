import { useMemo } from 'react'
import type { VersionWithText } from '../../api/objects.ts'
import { type SourceFile, sourceOf, useFileText } from '../../api/op-code.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { RefLink } from '../../components/RefLink.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { refPath } from '../../navigation/ref.ts'
import { groupOf } from '../../object/class.ts'
import { refsIn } from '../../object/ref.ts'
import { Leaderboard } from './Leaderboard.tsx'
import styles from './Page.module.css'
import { promptText } from './version-text.ts'

interface ValueTabProps {
  readonly projectId: string
  readonly version: VersionWithText
}

/** The value: a leaderboard, the source of an op or the text of a prompt, then refs and JSON. */
export function ValueTab({ projectId, version }: ValueTabProps) {
  const source = version.kind === 'op' ? sourceOf(JSON.parse(version.valText)) : undefined
  const prompt = groupOf(version) === 'prompts' ? promptText(version.valText) : undefined
  return (
    <>
      {version.base_object_class === 'Leaderboard' && (
        <Leaderboard projectId={projectId} valText={version.valText} />
      )}
      {source !== undefined && <OpSource projectId={projectId} source={source} />}
      {prompt !== undefined && (
        <div className={styles.prompt}>
          <CodeBlock title="Prompt" code={prompt} />
        </div>
      )}
      <UsedRefs valText={version.valText} />
      <h3>Value</h3>
      <JsonViewer label="Value" text={version.valText} />
    </>
  )
}

function OpSource({ projectId, source }: { readonly projectId: string; readonly source: SourceFile }) {
  const query = useFileText(projectId, source)
  const { data: text } = query
  return (
    <Loaded what="the source code" queries={[query]}>
      {text === undefined ? (
        <SkeletonLines />
      ) : (
        <CodeBlock title="Source" code={text} language={source.language} />
      )}
    </Loaded>
  )
}

/** Links to the refs of a value that have a page. */
function UsedRefs({ valText }: { readonly valText: string }) {
  const refs = useMemo(() => refsIn(valText).filter(({ ref }) => refPath(ref) !== undefined), [valText])
  if (refs.length === 0) return null
  return (
    <section aria-label="Uses">
      <h3>Uses</h3>
      <ul className={styles.refs}>
        {refs.map(({ text }) => (
          <li key={text}>
            <RefLink of={text} withVersion />
          </li>
        ))}
      </ul>
    </section>
  )
}
