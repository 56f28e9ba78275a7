import type { TraceTree } from '@heddle/contract/compare/tree'
import { useMemo } from 'react'
import { useCallsById } from '../api/call.ts'
import { useMessagesOf } from '../api/messages.ts'
import { exceptionMessage } from '../call/exception.ts'
import { callKind } from '../call/kind.ts'
import { chatOf, type ToolUse } from '../messages/chat.ts'
import type { ToolRun } from '../messages/tool-runs.ts'
import { callPath } from '../navigation/paths.ts'

/** In traces with more, tool cards show neither duration nor error. */
const TOOLS_MAX = 100

/** Finds the calls of a trace that ran tools. */
export function useToolRuns(projectId: string, tree: TraceTree): (use: ToolUse) => ToolRun | undefined {
  const indexes = useMemo(() => toolIndexes(tree), [tree])
  const { id: ids, status, duration_us } = tree.skeleton.calls
  const idOf = (index: number) => ids[index] ?? ''
  const messages = useMessagesOf(projectId, indexes.map(idOf))
  const failed = indexes.filter((index) => status[index] === 'error')
  const failures = useCallsById(projectId, failed.map(idOf))
  const runs = indexes.flatMap((index, at): FoundRun[] => {
    const read = messages[at]?.data
    const use = read ? toolUseIn(chatOf(read)) : undefined
    if (!use) return []
    const exception = failures[failed.indexOf(index)]?.data?.exception
    const duration = duration_us[index]
    return [
      {
        use,
        href: callPath(projectId, idOf(index)),
        durationMs: typeof duration === 'number' ? duration / 1000 : undefined,
        error: exception ? exceptionMessage(exception) : undefined,
      },
    ]
  })
  return (use) => findRun(runs, use)
}

interface FoundRun extends ToolRun {
  readonly use: ToolUse
}

/** By the id of the call. Where the tool's span has none, by name, if no other run could be meant. */
export function findRun<Run extends { readonly use: ToolUse }>(
  runs: readonly Run[],
  use: ToolUse,
): Run | undefined {
  const byId = runs.find((run) => use.id !== undefined && run.use.id === use.id)
  if (byId) return byId
  const [run, ...others] = runs.filter(
    ({ use: ran }) => ran.name === use.name && (ran.id === undefined || use.id === undefined),
  )
  if (!run || others.length > 0) return undefined
  const hasOtherResult =
    use.result && run.use.result && JSON.stringify(use.result) !== JSON.stringify(run.use.result)
  return hasOtherResult ? undefined : run
}

function toolIndexes(tree: TraceTree): readonly number[] {
  const indexes = [...tree.order].filter((index) => callKind(tree, index) === 'tool')
  return indexes.length > TOOLS_MAX ? [] : indexes
}

const toolUseIn = ({ input, output }: ReturnType<typeof chatOf>): ToolUse | undefined =>
  [...output, ...input].flatMap(({ parts }) => parts).find((part) => part.type === 'tool')
