import { isProjectId } from '../domain/projects/project.ts'
import { type Attributes, decoded, type ResourceSpans, type SentAttributes } from './span.ts'

/** The project of an export, according to the request and its key. */
export interface ProjectHints {
  /** From a header or the query string: `entity/project`, or a project of the key's default entity. */
  readonly named: string | undefined
  /** The only project that the key works in. */
  readonly keyProject: string | null
  /** Where a project named without an entity is; null for a key that may write nowhere. */
  readonly defaultEntity: string | null
}

/** A group with its project; null if it is unknown. */
export type Routed<Group> = Group & { readonly project_id: string | null }

export type RoutedSpans = Routed<ResourceSpans>

/**
 * The project of each group of spans: `wandb.entity` and `wandb.project` of its resource, else the project that the request
 * names, else the key's only project. Senders that know nothing of Heddle get a project of the key's default entity, named after
 * the project in the sender's own convention, its service, or `default`. Invalid names count as absent.
 */
export function routeSpans(groups: readonly ResourceSpans[], hints: ProjectHints): RoutedSpans[] {
  return groups.map((group) => ({
    ...group,
    project_id: projectOf(group.resource, hints, langsmithProject(group)),
  }))
}

/** The same for groups of other signals. */
export function routeGroups<Group extends { readonly resource: Attributes }>(
  groups: readonly Group[],
  hints: ProjectHints,
): Routed<Group>[] {
  return groups.map((group) => ({ ...group, project_id: projectOf(group.resource, hints, undefined) }))
}

/** The project in a header or metadata, which exporters may have percent-encoded. */
export function projectFromHeader(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : value?.[0]
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that is not part of a valid escape belongs to the name.
    return text
  }
}

function projectOf(resource: Attributes, hints: ProjectHints, ofSender: string | undefined): string | null {
  const { named, keyProject, defaultEntity } = hints
  const certain = [projectIn(resource), named, keyProject].find(isNamed)
  if (certain !== undefined) return certain
  if (defaultEntity === null) return null
  const names = [
    named,
    textIn(resource, 'wandb.project'),
    textIn(resource, 'openinference.project.name'),
    ofSender,
    serviceIn(resource),
  ]
  const name = names.find((each) => each !== undefined && each !== '') ?? 'default'
  const project = `${defaultEntity}/${name.replaceAll('/', '-')}`
  return isProjectId(project) ? project : null
}

const isNamed = (projectId: string | undefined | null): projectId is string =>
  typeof projectId === 'string' && isProjectId(projectId)

function projectIn(resource: Attributes): string | undefined {
  const [entity, project] = [textIn(resource, 'wandb.entity'), textIn(resource, 'wandb.project')]
  return entity !== undefined && project !== undefined ? `${entity}/${project}` : undefined
}

/** LangSmith calls a project a session, and names it on each span. */
function langsmithProject({ scopes }: ResourceSpans): string | undefined {
  const span = scopes.find(({ spans }) => spans.length > 0)?.spans[0]
  return span && textIn(span.attributes, 'langsmith.trace.session_name')
}

/** OpenTelemetry SDKs make up a name if the program sets none. */
function serviceIn(resource: Attributes): string | undefined {
  const name = textIn(resource, 'service.name')
  return name?.startsWith('unknown_service') ? undefined : name
}

function textIn(attributes: SentAttributes, key: string): string | undefined {
  const sent = attributes.get(key)
  const value = sent === undefined ? undefined : decoded(sent)
  return typeof value === 'string' ? value : undefined
}
