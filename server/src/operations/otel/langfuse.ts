import { createLangfuseMedia, listLangfuseProjects } from '@heddle/contract/langfuse'
import { defaultEntity } from '../../domain/accounts/access.ts'
import { forKeyHolders, operation } from '../operation.ts'

const MEDIA_ID_CHARS = 22

export const langfuseOperations = [
  operation(listLangfuseProjects, forKeyHolders, async (_request, { caller }) => {
    const entity = defaultEntity(caller)
    if (entity === null) return { data: [] }
    const name = caller.project_id?.slice(entity.length + 1) ?? 'default'
    const organization = { id: entity, name: entity }
    return { data: [{ id: `${entity}/${name}`, name, organization, metadata: {} }] }
  }),

  operation(createLangfuseMedia, forKeyHolders, async ({ sha256Hash }) => {
    // The SDK derives the same id from the hash.
    const mediaId = sha256Hash.replaceAll('+', '-').replaceAll('/', '_').slice(0, MEDIA_ID_CHARS)
    return { mediaId, uploadUrl: null }
  }),
]
