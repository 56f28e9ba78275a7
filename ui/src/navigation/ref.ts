import { decodeSegment } from './location.ts'
import { callPath, objectPath, opPath } from './paths.ts'

/** What a `weave:///` ref points to. */
export interface Ref {
  readonly projectId: string
  readonly kind: 'op' | 'object' | 'call' | 'table'
  readonly name: string
  /** Empty for calls and tables, which are identified by name alone. */
  readonly digest: string
  /** Path into the value, unparsed: `attr/rows/id/…`. */
  readonly inside: string
}

const PATTERN = /^weave:\/\/\/([^/]+\/[^/]+)\/(op|object|call|table)\/([^/:]+)(?::([^/]+))?(?:\/(.+))?$/

export function parseRef(text: string): Ref | undefined {
  const [, projectId, kind, name, digest = '', inside = ''] = PATTERN.exec(text) ?? []
  if (projectId === undefined || name === undefined || !isKind(kind)) return undefined
  return { projectId, kind, name: decodeSegment(name), digest, inside }
}

export const callRef = (projectId: string, callId: string): string => `weave:///${projectId}/call/${callId}`

/** Path of the page for a ref; undefined if there is none. */
export function refPath({ projectId, kind, name, digest }: Ref): string | undefined {
  switch (kind) {
    case 'call':
      return callPath(projectId, name)
    case 'op':
      return opPath(projectId, name, digest)
    case 'object':
      return objectPath(projectId, name, digest)
    case 'table':
      return undefined
  }
}

const isKind = (kind: string | undefined): kind is Ref['kind'] =>
  kind === 'op' || kind === 'object' || kind === 'call' || kind === 'table'
