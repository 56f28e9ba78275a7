import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { usePathParam, useProjectId } from '../../navigation/params.ts'
import { callPath } from '../../navigation/paths.ts'
import styles from '../../trace/Trace.module.css'
import { TraceHeader } from '../../trace/TraceHeader.tsx'
import { TraceView } from '../../trace/TraceView.tsx'

/** A trace as a full page. The URL always has the selected call. */
export default function TracePage() {
  const projectId = useProjectId()
  const callId = usePathParam('id')
  const [, navigate] = useLocation()
  const select = useCallback(
    (id: string) => navigate(`${callPath(projectId, id)}${window.location.search}`, { replace: true }),
    [projectId, navigate],
  )
  return (
    <div className={styles.page}>
      <TraceHeader projectId={projectId} callId={callId} place="page" onSelect={select} />
      <div className={styles.body}>
        <TraceView projectId={projectId} callId={callId} onSelect={select} place="page" />
      </div>
    </div>
  )
}
