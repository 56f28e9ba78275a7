import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useFirstTrace } from '../../api/projects.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { callPath } from '../../navigation/paths.ts'
import { SetupGuide } from '../../setup/SetupGuide.tsx'

/** Shown while the server has no project: the first call makes one, and opens. */
export function FirstProject() {
  const [, navigate] = useLocation()
  const { data: first } = useFirstTrace()
  useEffect(() => {
    if (first) navigate(callPath(first.projectId, first.callId))
  }, [first, navigate])
  return (
    <>
      <PageHeader title="Projects" />
      <SetupGuide title="Send your first call" />
    </>
  )
}
