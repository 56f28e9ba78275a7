import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { addCustomPath } from '../../call/custom-columns.tsx'
import type { JsonActions } from '../../components/JsonViewer/RowViews.tsx'
import { useToast } from '../../components/Toast.tsx'
import { termText } from '../../filter/edit.ts'
import { tracesPath } from '../../navigation/paths.ts'

/** A long text is looked for by its beginning: addresses have an end. */
const WHOLE_CHARACTERS_MAX = 300

const filterTerm = (path: string, value: string): string =>
  value.length <= WHOLE_CHARACTERS_MAX
    ? termText(path, value, '=')
    : termText(path, value.slice(0, WHOLE_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, ''))

/** What can be done with a value of a call's payload: look for others like it, or give it a column. */
export function useJsonActions(projectId: string): JsonActions {
  const [, navigate] = useLocation()
  const toast = useToast()
  return useMemo(
    () => ({
      onFilter: (path, value) => navigate(tracesPath(projectId, filterTerm(path, value))),
      onColumn: (path) => {
        addCustomPath(projectId, path)
        toast.done(`Added column ${path} to the traces table`)
      },
    }),
    [projectId, navigate, toast],
  )
}
