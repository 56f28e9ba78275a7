import { isProjectId } from '../domain/projects/project.ts'
import type { Attributes, ResourceSpans } from './span.ts'

/** Spans that go to one project; null where nothing says which. */
export interface RoutedSpans extends ResourceSpans {
  readonly project_id: string | null
}

/**
 * Finds the project of each group of spans: its resource attributes `wandb.entity` and `wandb.project`
 * win over `fallback`, which came with the request. What is no project's name counts as not given.
 */
export function routeSpans(groups: readonly ResourceSpans[], fallback: string | undefined): RoutedSpans[] {
  return groups.map((group) => ({
    ...group,
    project_id: [projectIn(group.resource), fallback].find(isNamed) ?? null,
  }))
}

/** The project a header or metadata names, which exporters may have percent-encoded on the way. */
export function projectFromHeader(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : value?.[0]
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing is part of the name.
    return text
  }
}

const isNamed = (projectId: string | undefined): projectId is string =>
  projectId !== undefined && isProjectId(projectId)

function projectIn(resource: Attributes): string | undefined {
  const [entity, project] = [resource.get('wandb.entity'), resource.get('wandb.project')]
  return typeof entity === 'string' && typeof project === 'string' ? `${entity}/${project}` : undefined
}
