import { useObjectVersion } from '../../api/objects.ts'
import { sourceOf, useFileText } from '../../api/op-code.ts'
import { groupOf } from '../../object/class.ts'
import { comparedText } from './version-text.ts'

/** The text a version is compared by: the source of an op, what a prompt says, else JSON. */
export function useVersionText(projectId: string, name: string, digest: string | undefined) {
  const { data: version, error } = useObjectVersion(projectId, name, digest)
  const source = version?.kind === 'op' ? sourceOf(JSON.parse(version.valText)) : undefined
  const file = useFileText(projectId, source)
  if (!version || error) return { text: undefined, error }
  if (source !== undefined) return { text: file.data, error: file.error }
  return { text: comparedText(version.valText, groupOf(version) === 'prompts'), error: null }
}
