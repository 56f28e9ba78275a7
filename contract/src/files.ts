import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Bytes, Maybe, ProjectId } from './schema.ts'

export const createFile = endpoint({
  method: 'POST',
  path: '/file/create',
  aliases: ['/files/create'],
  tag: 'files',
  summary: 'Store a file',
  description: 'Storing the same bytes again returns the same digest.',
  request: Type.Object({
    project_id: ProjectId,
    file: Bytes({ description: 'The content. The file name is not stored.' }),
    expected_digest: Maybe(Type.String(), {
      description: 'Fails with 409 if the content has a different digest.',
    }),
  }),
  requestAs: 'form',
  example: { project_id: example.project_id, file: new TextEncoder().encode(example.file_text) },
  reply: Type.Object({ digest: Type.String() }),
})

export const readFile = endpoint({
  method: 'POST',
  path: '/file/content',
  aliases: ['/files/content'],
  tag: 'files',
  summary: 'Read a file',
  request: Type.Object({ project_id: ProjectId, digest: Type.String() }),
  example: { project_id: example.project_id, digest: example.file_digest },
  reply: Bytes(),
  replyAs: 'bytes',
})

export const measureFiles = endpoint({
  method: 'POST',
  path: '/files/query_stats',
  aliases: ['/files/stats'],
  tag: 'files',
  summary: 'Get the total size of the files of a project',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Type.Object({ total_size_bytes: Type.Integer({ description: 'Identical files count once.' }) }),
})
