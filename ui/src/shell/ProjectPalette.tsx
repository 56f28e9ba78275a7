import { valueAt } from '@heddle/contract/call/json'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useEvaluationRuns } from '../api/evaluations.ts'
import { useObjects } from '../api/objects.ts'
import { useSavedViews } from '../api/saved-views.ts'
import { useSeenFeedback, useSeenValues } from '../api/suggestions.ts'
import { useThreads } from '../api/threads.ts'
import type { IconName } from '../components/icons.tsx'
import { escapedField, termText } from '../filter/edit.ts'
import type { Command } from '../keyboard/commands.ts'
import { Palette } from '../keyboard/Palette.tsx'
import { datasetPath, projectPath, tracesPath } from '../navigation/paths.ts'
import { parseRef } from '../navigation/ref.ts'
import { groupTitle, iconOf, isPublished } from '../object/class.ts'
import { versionPath } from '../object/ref.ts'
import { useDebounced } from '../timing.ts'
import { findCommands } from './find-commands.ts'

interface ProjectPaletteProps {
  readonly projectId: string
  readonly onClose: () => void
}

const TYPING_MS = 100

/** The command palette inside a project, which also finds what the project contains. */
export function ProjectPalette({ projectId, onClose }: ProjectPaletteProps) {
  const [query, setQuery] = useState('')
  const [, navigate] = useLocation()
  const things = useThings(projectId, useDebounced(query.trim(), TYPING_MS))
  return (
    <Palette
      query={query}
      onQuery={setQuery}
      things={things.map(({ path, ...command }) => ({ ...command, run: () => navigate(path) }))}
      searches={findCommands(projectId, query, navigate)}
      onClose={onClose}
    />
  )
}

interface Thing extends Omit<Command, 'run'> {
  readonly path: string
}

/** Objects, evaluation runs, threads, saved views, names of feedback, and users whose name starts with the text. */
function useThings(projectId: string, text: string): readonly Thing[] {
  const { data: objects = [] } = useObjects(projectId)
  const { data: runs = [] } = useEvaluationRuns(projectId)
  const { data: listed } = useThreads(projectId)
  const { data: views = [] } = useSavedViews(projectId)
  const { data: feedback = [] } = useSeenFeedback(projectId, true)
  const users = useSeenValues(projectId, 'end_user', text)
  return useMemo(() => {
    const pageWith = (section: 'evaluations' | 'threads', param: string, value: string) =>
      `${projectPath(projectId, section)}?${new URLSearchParams({ [param]: value })}`
    return [
      ...views.map(({ name, label, search }) =>
        thing(`view-${name}`, label, 'Saved view', 'eye', `${projectPath(projectId)}?${search}`),
      ),
      ...objects.filter(isPublished).map((object) => {
        const { object_id: name, digest, kind } = object
        const group = groupTitle(object)
        const path =
          group === 'Dataset'
            ? datasetPath(projectId, name, digest)
            : versionPath({ projectId, kind, name, digest })
        return thing(`object-${kind}-${name}`, name, group, iconOf(object), path)
      }),
      ...runs.map(({ evaluation_run_id: id, evaluation, model, summary }) => {
        const name = valueAt(summary, 'weave.display_name')
        const title = typeof name === 'string' ? name : `${nameIn(evaluation)} on ${nameIn(model)}`
        return thing(`run-${id}`, title, 'Evaluation run', 'flask', pageWith('evaluations', 'runs', id))
      }),
      ...(listed?.threads ?? []).map(({ thread_id: id }) =>
        thing(`thread-${id}`, id, 'Thread', 'thread', pageWith('threads', 'thread', id)),
      ),
      ...feedback.map(({ field }) => {
        const name = field.slice('feedback.'.length)
        return thing(field, name, 'Feedback', 'thumbUp', tracesPath(projectId, `has:${escapedField(field)}`))
      }),
      ...users.map(({ value }) => {
        const path = tracesPath(projectId, `root:true ${termText('enduser', String(value))}`)
        return thing(`user-${value}`, String(value), 'User', 'user', path)
      }),
    ]
  }, [projectId, objects, runs, listed, views, feedback, users])
}

const nameIn = (ref: string): string => parseRef(ref)?.name ?? ref

const thing = (id: string, title: string, group: string, icon: IconName, path: string): Thing => ({
  id,
  title,
  group,
  icon,
  path,
})
