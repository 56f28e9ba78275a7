import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Empty, ProjectId, WrittenByServer } from './schema.ts'

const TagNames = Type.Array(Type.String(), {
  description: 'Words of letters, digits, _ and -, with single spaces.',
})
const AliasNames = Type.Array(Type.String(), {
  description: 'Without / and :, and neither `latest` nor like `v3`.',
})
const Digest = Type.String({ description: 'The digest of the version; aliases do not work here.' })

const versionTags = Type.Object({
  object_id: Type.String(),
  digest: Digest,
  project_id: ProjectId,
  tags: TagNames,
  wb_user_id: WrittenByServer,
})

const tagsExample = {
  object_id: example.object_id,
  digest: example.object_digest,
  project_id: example.project_id,
  tags: ['reviewed'],
}

export const addTags = endpoint({
  method: 'PUT',
  path: '/objs/{object_id}/versions/{digest}/tags',
  tag: 'objects',
  summary: 'Tag a version of an object',
  request: versionTags,
  example: tagsExample,
  reply: Empty,
})

export const removeTags = endpoint({
  method: 'POST',
  path: '/objs/{object_id}/versions/{digest}/tags/remove',
  tag: 'objects',
  summary: 'Remove tags from a version of an object',
  description: 'Unknown tags are ignored.',
  request: versionTags,
  example: tagsExample,
  reply: Empty,
})

export const setAliases = endpoint({
  method: 'PUT',
  path: '/objs/{object_id}/aliases',
  tag: 'objects',
  summary: 'Point aliases at a version of an object',
  description: 'An alias points at one version: an existing alias is moved.',
  request: Type.Object({
    object_id: Type.String(),
    project_id: ProjectId,
    digest: Digest,
    aliases: AliasNames,
    wb_user_id: WrittenByServer,
  }),
  example: {
    object_id: example.object_id,
    project_id: example.project_id,
    digest: example.object_digest,
    aliases: ['production'],
  },
  reply: Empty,
})

export const removeAliases = endpoint({
  method: 'POST',
  path: '/objs/{object_id}/aliases/remove',
  tag: 'objects',
  summary: 'Remove aliases of an object',
  description: 'Unknown aliases are ignored.',
  request: Type.Object({
    object_id: Type.String(),
    project_id: ProjectId,
    aliases: AliasNames,
    wb_user_id: WrittenByServer,
  }),
  example: { object_id: example.object_id, project_id: example.project_id, aliases: ['production'] },
  reply: Empty,
})

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  tag: 'objects',
  summary: 'List the tags in use in a project',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Type.Object({ tags: Type.Array(Type.String(), { description: 'Sorted.' }) }),
})

export const listAliases = endpoint({
  method: 'GET',
  path: '/aliases',
  tag: 'objects',
  summary: 'List the aliases in use in a project',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Type.Object({
    aliases: Type.Array(Type.String(), { description: 'Sorted; includes `latest`.' }),
  }),
})
