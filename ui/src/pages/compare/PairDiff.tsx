import { Link } from 'wouter'
import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { prettyJson } from '../../json/pretty.ts'
import { callPath } from '../../navigation/paths.ts'
import type { TraceTree } from '../../trace/structure/tree.ts'
import type { AlignedCall } from './align.ts'
import styles from './Compare.module.css'

/** Longer payloads are compared up to here. */
const CHARACTERS_MAX = 400_000

interface PairDiffProps {
  readonly projectId: string
  readonly left: TraceTree
  readonly right: TraceTree
  readonly pair: AlignedCall
}

/** The inputs and outputs of a call and its counterpart, line by line. */
export function PairDiff({ projectId, left, right, pair }: PairDiffProps) {
  const leftId = pair.left === undefined ? undefined : left.skeleton.calls.id[pair.left]
  const rightId = pair.right === undefined ? undefined : right.skeleton.calls.id[pair.right]
  const ids = [leftId, rightId].flatMap((id) => id ?? [])
  const results = useCallsById(projectId, ids)
  if (results.some(({ isPending }) => isPending)) return <SkeletonLines />
  const callOf = (id: string | undefined) => results[ids.indexOf(id ?? '')]?.data ?? undefined
  const before = callOf(leftId)
  const after = callOf(rightId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls; a tab stop lets the keyboard do it too.
    <div className={styles.pair} role="region" aria-label="The selected calls" tabIndex={0}>
      <p className={styles.pairHead}>
        {leftId !== undefined && <Link href={callPath(projectId, leftId)}>Open the baseline’s call</Link>}
        {rightId !== undefined && <Link href={callPath(projectId, rightId)}>Open the other’s call</Link>}
      </p>
      <h2>Inputs</h2>
      <TextDiff label="Inputs" before={payload(before, 'inputs')} after={payload(after, 'inputs')} />
      <h2>Output</h2>
      <TextDiff label="Output" before={payload(before, 'output')} after={payload(after, 'output')} />
      {(before?.exception ?? after?.exception) != null && (
        <>
          <h2>Exception</h2>
          <TextDiff label="Exception" before={before?.exception ?? ''} after={after?.exception ?? ''} />
        </>
      )}
    </div>
  )
}

/** JSON by the line, texts with their own lines. */
function payload(call: CallWithTexts | undefined, name: 'inputs' | 'output'): string {
  const text = call?.texts[name].slice(0, CHARACTERS_MAX) ?? ''
  return prettyJson(text).replaceAll('\\n', '\n')
}
