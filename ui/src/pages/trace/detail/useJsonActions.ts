import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { JsonActions } from '../../../components/JsonViewer/ValueRowView.tsx'
import { useToast } from '../../../components/Toast.tsx'
import { termText } from '../../../filter/edit.ts'
import { tracesPath } from '../../../navigation/paths.ts'
import { addCustomPath } from '../../traces/custom-columns.tsx'

/** What can be done with a value of a call's payload: look for others like it, or give it a column. */
export function useJsonActions(projectId: string): JsonActions {
  const [, navigate] = useLocation()
  const toast = useToast()
  return useMemo(
    () => ({
      onFilter: (path, value) => navigate(tracesPath(projectId, termText(path, value, '='))),
      onColumn: (path) => {
        addCustomPath(projectId, path)
        toast.done(`The table of traces has a column ${path}`)
      },
    }),
    [projectId, navigate, toast],
  )
}
