import type { CallSearch } from '@heddle/contract/filter/compile'
import { useLocation } from 'wouter'
import { useDropCachedCalls } from '../../api/calls.ts'
import { useLiveCalls } from '../../api/live.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { callPath } from '../../navigation/paths.ts'
import { SetupGuide } from '../../setup/SetupGuide.tsx'

/** Matches every call. */
export const EVERYTHING: CallSearch = { filter: {} }

interface FirstTraceProps {
  readonly projectId: string
  /** Cursor of the live stream from when there were no calls. */
  readonly cursor: string | undefined
}

/** Shown while a project has no calls: the first one opens when it arrives. */
export function FirstTrace({ projectId, cursor }: FirstTraceProps) {
  const [, navigate] = useLocation()
  const dropCachedCalls = useDropCachedCalls(projectId)
  useLiveCalls({ projectId, search: EVERYTHING, wholePayloads: false, cursor }, (event) => {
    if (!('call' in event)) return
    // The cached count of zero is outdated; Back must show the table.
    dropCachedCalls()
    navigate(callPath(projectId, event.call.id))
  })
  return (
    <>
      <PageHeader title="Traces" />
      <SetupGuide title={`${projectId} has no traces yet`} projectId={projectId} />
    </>
  )
}
