import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import { canonicalText } from '../../json/canonical.ts'
import { stringsIn } from '../../json/strings.ts'
import type { JsonText } from '../../json/text.ts'

/** SHA-256 in 43 letters and digits: base64url without padding, `X` for `-` and `Y` for `_`. */
export function contentDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').replaceAll('-', 'X').replaceAll('_', 'Y')
}

export const fileDigest = (bytes: Uint8Array): string => contentDigest(bytes)

/** Digest of the stored value, after its class was added. */
export const objectDigest = (val: JsonText): string => contentDigest(canonicalText(val))

export const rowDigest = (row: JsonText): string => contentDigest(canonicalText(row))

/** Digest of the rows in order, duplicates included. */
export function tableDigest(rowDigests: readonly string[]): string {
  const hash = createHash('sha256')
  for (const digest of rowDigests) hash.update(digest)
  return hash.digest('hex')
}

/**
 * The digest that some clients compute: of the value with its refs in internal form, with the
 * project's internal id instead of its name. Refs into projects without an id are not changed.
 */
export function digestWithInternalRefs(
  val: JsonText,
  internalIdOf: (projectId: string) => string | undefined,
): string {
  return contentDigest(canonicalText(val, (text) => internalForm(text, internalIdOf)))
}

/** The projects that refs inside the value point into, each once. */
export function referencedProjects(val: JsonText): string[] {
  const projects = new Set<string>()
  for (const text of stringsIn(val)) {
    const projectId = PROJECT_OF_REF.exec(text)?.[1]
    if (projectId !== undefined) projects.add(projectId)
  }
  return [...projects]
}

/**
 * The digest to store content under: the first of its `forms`, unless the client expects another of them. Throws `conflict`
 * if it expects none of them.
 */
export function acceptDigest(expected: string | undefined, forms: readonly [string, ...string[]]): string {
  if (expected === undefined) return forms[0]
  if (forms.includes(expected)) return expected
  throw new ServiceError('conflict', `expected_digest is ${expected}, but the content has ${forms[0]}`)
}

const PROJECT_OF_REF = /^weave:\/\/\/([^/]+\/[^/]+)\//

function internalForm(text: string, internalIdOf: (projectId: string) => string | undefined): string {
  const [prefix, projectId] = PROJECT_OF_REF.exec(text) ?? []
  const internalId = projectId === undefined ? undefined : internalIdOf(projectId)
  if (prefix === undefined || internalId === undefined) return text
  return `weave-trace-internal:///${internalId}/${text.slice(prefix.length)}`
}
