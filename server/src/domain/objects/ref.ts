import { mayContain, stringsIn } from '../../json/strings.ts'
import type { JsonText } from '../../json/text.ts'

/** A link to something in a project, or in one of its artifacts. */
export type Ref =
  | {
      readonly kind: 'object' | 'op'
      readonly project_id: string
      readonly name: string
      readonly version: string
      readonly extra: readonly RefStep[]
    }
  | { readonly kind: 'table'; readonly project_id: string; readonly digest: string }
  | { readonly kind: ItemKind; readonly project_id: string; readonly id: string }
  | {
      readonly kind: 'artifact'
      readonly project_id: string
      readonly name: string
      readonly version: string
    }

type ItemKind = 'call' | 'agent_turn' | 'agent_conversation' | 'agent_span'

/** A step of the path into the value of a ref: a property, an element, or the row of a table by digest. */
export type RefStep =
  | { readonly edge: 'attr' | 'key' | 'id'; readonly value: string }
  | { readonly edge: 'index'; readonly value: number }

const SCHEME = 'weave:///'
/** A longer text only begins like a ref. */
const LENGTH_MAX = 64 * 1024
const ARTIFACT_SCHEME = 'wandb-artifact:///'

/** Undefined for texts that are not refs, including an object without a version. */
export function parseRef(text: string): Ref | undefined {
  if (text.length > LENGTH_MAX) return undefined
  if (text.startsWith(ARTIFACT_SCHEME)) return parseArtifact(text.slice(ARTIFACT_SCHEME.length).split('/'))
  if (!text.startsWith(SCHEME)) return undefined
  const [entity, project, kind, item, ...rest] = text.slice(SCHEME.length).split('/')
  if (!entity || !project || !item) return undefined
  const project_id = `${entity}/${project}`
  switch (kind) {
    case 'object':
    case 'op': {
      const versioned = parseVersioned(item)
      const extra = parseExtra(rest)
      return versioned && extra && { kind, project_id, ...versioned, extra }
    }
    case 'table':
      return { kind, project_id, digest: item }
    case 'call':
    case 'agent_turn':
    case 'agent_span':
      return { kind, project_id, id: item }
    case 'agent_conversation':
      return { kind, project_id, id: percentDecode(item) }
    default:
      return undefined
  }
}

/** The call of this project that a ref is about. */
export function callIdIn(projectId: string, ref: string): string | undefined {
  const parsed = parseRef(ref)
  return parsed?.kind === 'call' && parsed.project_id === projectId ? parsed.id : undefined
}

/** The canonical text of a ref. */
export function formatRef(ref: Ref): string {
  const start = `${SCHEME}${ref.project_id}/${ref.kind}`
  switch (ref.kind) {
    case 'object':
    case 'op':
      return `${start}/${ref.name}:${ref.version}${ref.extra.map(formatStep).join('')}`
    case 'table':
      return `${start}/${ref.digest}`
    case 'call':
    case 'agent_turn':
    case 'agent_span':
      return `${start}/${ref.id}`
    case 'agent_conversation':
      return `${start}/${percentEncode(ref.id)}`
    case 'artifact':
      return `${ARTIFACT_SCHEME}${ref.project_id}/${ref.name}:${ref.version}`
  }
}

export function callRef(projectId: string, id: string): string {
  return formatRef({ kind: 'call', project_id: projectId, id })
}

interface NamedVersion {
  readonly object_id: string
  readonly digest: string
}

export function objectRef(project_id: string, { object_id, digest }: NamedVersion): string {
  return formatRef({ kind: 'object', project_id, name: object_id, version: digest, extra: [] })
}

export function opRef(project_id: string, { object_id, digest }: NamedVersion): string {
  return formatRef({ kind: 'op', project_id, name: object_id, version: digest, extra: [] })
}

/** Whether a text is a ref in canonical form. */
export function isCanonicalRef(text: string): boolean {
  const ref = parseRef(text)
  return ref !== undefined && formatRef(ref) === text
}

/** Distinct canonical refs into projects among the strings of a payload, in order. */
export function collectRefs(payload: JsonText): string[] {
  if (!mayContain(payload, 'weave:')) return []
  const refs = new Set<string>()
  for (const text of stringsIn(payload)) {
    if (text.startsWith(SCHEME) && isCanonicalRef(text)) refs.add(text)
  }
  return [...refs]
}

function parseArtifact([entity, project, item, ...rest]: readonly string[]): Ref | undefined {
  if (!entity || !project || !item || rest.length > 0) return undefined
  const versioned = parseVersioned(item)
  return versioned && { kind: 'artifact', project_id: `${entity}/${project}`, ...versioned }
}

function parseVersioned(text: string): { name: string; version: string } | undefined {
  const [name, version, ...rest] = text.split(':')
  return name && version && rest.length === 0 ? { name, version } : undefined
}

/** Segments come in pairs; a lone trailing slash is ignored. */
function parseExtra(segments: readonly string[]): RefStep[] | undefined {
  if (segments.length === 1 && segments[0] === '') return []
  const steps: RefStep[] = []
  for (let at = 0; at < segments.length; at += 2) {
    const step = parseStep(percentDecode(segments[at] ?? ''), segments[at + 1])
    if (step === undefined) return undefined
    steps.push(step)
  }
  return steps
}

const INDEX = /^[+-]?\d{1,15}$/

function parseStep(edge: string, encoded: string | undefined): RefStep | undefined {
  if (encoded === undefined) return undefined
  const value = percentDecode(encoded)
  switch (edge) {
    case 'attr':
    case 'key':
    case 'id':
      return { edge, value }
    case 'index':
      return INDEX.test(value) ? { edge, value: Number(value) } : undefined
    default:
      return undefined
  }
}

const formatStep = ({ edge, value }: RefStep): string => `/${edge}/${percentEncode(String(value))}`

/** Encodes all but `A-Z a-z 0-9 _ . - ~`, which is more than encodeURIComponent does. */
function percentEncode(text: string): string {
  return text.replace(/[^\w.~-]+/g, (run) =>
    Buffer.from(run).toString('hex').toUpperCase().replace(/../g, '%$&'),
  )
}

/** Keeps a `%` that is not part of a valid escape. */
function percentDecode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
}
