import { useMemo } from 'react'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { Compare } from './Compare.tsx'
import { RunList } from './RunList.tsx'

/** The list of runs, or those the address names side by side. */
export default function EvaluationsPage() {
  const projectId = useProjectId()
  const [text, setRuns] = useSearchParam('runs')
  const runIds = useMemo(() => text?.split(',').filter((id) => id !== '') ?? [], [text])
  const show = (ids: readonly string[]) => setRuns(ids.join(','))
  if (runIds.length === 0) return <RunList projectId={projectId} onCompare={show} />
  return <Compare projectId={projectId} runIds={runIds} onRuns={show} />
}
