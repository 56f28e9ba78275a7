import { linkToRegistry } from '@heddle/contract/registry'
import { parseRef } from '../../domain/objects/ref.ts'
import { resolveVersion } from '../../domain/objects/version.ts'
import { ServiceError } from '../../errors.ts'
import { operation } from '../operation.ts'

export const registryLink = operation(
  linkToRegistry,
  { access: 'read', projects: ({ ref }) => [versionRef(ref).project_id] },
  async (request, { storage }) => {
    const { project_id, name, version } = versionRef(request.ref)
    const { version_index } = resolveVersion(await storage.objects.versions(project_id, name), version)
    return { version_index }
  },
)

function versionRef(text: string) {
  const ref = parseRef(text)
  if (ref?.kind === 'object' || ref?.kind === 'op') return ref
  throw new ServiceError(
    'invalid_request',
    `ref must name a version of an object, got ${JSON.stringify(text)}`,
  )
}
