import { useCallback } from 'react'
import { useProjectId, useSearchParam } from '../navigation/params.ts'
import styles from './Trace.module.css'
import { TraceHeader } from './TraceHeader.tsx'
import { TraceView } from './TraceView.tsx'
import { useTrace } from './useTrace.ts'

export interface PeekProps {
  readonly callId: string
  readonly onClose: () => void
}

/** A trace next to the traces table. The URL has the row and the call selected within its trace. */
export default function Peek({ callId, onClose }: PeekProps) {
  const projectId = useProjectId()
  const trace = useTrace(projectId, callId)
  const [chosen, setChosen] = useSearchParam('call')
  // Ignores a call selected in the trace of another row.
  const isHere = trace.state === 'ready' && chosen !== undefined && trace.tree.indexOfId.has(chosen)
  const shown = isHere ? chosen : callId
  const select = useCallback((id: string) => setChosen(id, { replace: true }), [setChosen])
  return (
    <aside className={styles.page} aria-label="Trace">
      <TraceHeader projectId={projectId} callId={shown} place="peek" onSelect={select} onClose={onClose} />
      <div className={styles.body}>
        <TraceView projectId={projectId} callId={shown} onSelect={select} place="peek" />
      </div>
    </aside>
  )
}
