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

/** A call beside the table it was chosen from. The address names the row, and the call chosen within its trace. */
export default function Peek({ callId, onClose }: PeekProps) {
  const projectId = useProjectId()
  const trace = useTrace(projectId, callId)
  const [chosen, setChosen] = useSearchParam('call')
  // A call chosen in the trace of another row means nothing here.
  const isHere = trace.state === 'ready' && chosen !== undefined && trace.tree.indexOfId.has(chosen)
  const shown = isHere ? chosen : callId
  const select = useCallback((id: string) => setChosen(id, { replace: true }), [setChosen])
  return (
    <aside className={styles.page} aria-label="Trace">
      <TraceHeader projectId={projectId} callId={shown} place="peek" onClose={onClose} />
      <div className={styles.body}>
        <TraceView projectId={projectId} callId={shown} onSelect={select} place="peek" />
      </div>
    </aside>
  )
}
