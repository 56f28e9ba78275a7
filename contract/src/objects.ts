import type { Static } from 'typebox'
import * as Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import {
  DateTime,
  Maybe,
  MaybeTexts,
  Nullable,
  Payload,
  ProjectId,
  page,
  SortBy,
  SortKeys,
  WrittenByServer,
} from './schema.ts'

export type ObjectCreateRecord = Static<typeof ObjectCreateRecord>
export const ObjectCreateRecord = Type.Object({
  project_id: ProjectId,
  object_id: Type.String({ description: 'The name that versions share: letters, digits and _ . - only.' }),
  val: Payload({ description: 'Any JSON value, null included.' }),
  builtin_object_class: Maybe(Type.String(), {
    description: 'Validate val as this built-in class and add its class fields.',
  }),
  set_base_object_class: Maybe(Type.String(), {
    description: 'Older name of builtin_object_class.',
    deprecated: true,
  }),
  expected_digest: Maybe(Type.String(), { description: 'Fails with 409 if val has a different digest.' }),
  wb_user_id: WrittenByServer,
})

export type ObjectRecord = Static<typeof ObjectRecord>
export const ObjectRecord = Type.Object({
  project_id: Type.String(),
  object_id: Type.String(),
  created_at: DateTime(),
  deleted_at: Nullable(DateTime(), { description: 'Always null: deleted versions are not returned.' }),
  digest: Type.String(),
  version_index: Type.Integer({
    description: '0-based position in order of first publication. Never changes.',
  }),
  is_latest: Type.Integer({ minimum: 0, maximum: 1, description: '1 on the version published last.' }),
  kind: Type.Union([Type.Literal('op'), Type.Literal('object')]),
  base_object_class: Nullable(Type.String()),
  leaf_object_class: Nullable(Type.String()),
  val: Type.Unknown({ description: 'The value; {} with metadata_only.' }),
  wb_user_id: Nullable(Type.String(), { description: 'The user who published it.' }),
  size_bytes: Nullable(Type.Integer()),
  tags: Nullable(Type.Array(Type.String())),
  aliases: Nullable(Type.Array(Type.String())),
})

export type ObjectsFilter = Static<typeof ObjectsFilter>
export const ObjectsFilter = Type.Object(
  {
    base_object_classes: MaybeTexts(),
    exclude_base_object_classes: MaybeTexts(),
    leaf_object_classes: MaybeTexts(),
    object_ids: MaybeTexts(),
    is_op: Maybe(Type.Boolean(), { description: 'True for ops only, false for other objects only.' }),
    latest_only: Maybe(Type.Boolean()),
    tags: MaybeTexts(),
    aliases: MaybeTexts({ description: 'May include `latest`.' }),
  },
  { description: 'A version must match every key, with any of its values. An empty list is ignored.' },
)

export const createObject = endpoint({
  method: 'POST',
  path: '/obj/create',
  bodySize: 'payload',
  tag: 'objects',
  summary: 'Publish a version of an object',
  description: 'Publishing known content again creates no new version; that version becomes the latest.',
  request: Type.Object({ obj: ObjectCreateRecord }),
  example: { obj: { project_id: example.project_id, object_id: example.object_id, val: { a: 1 } } },
  reply: Type.Object({ digest: Type.String(), object_id: Type.String() }),
})

export const readObject = endpoint({
  method: 'POST',
  path: '/obj/read',
  tag: 'objects',
  summary: 'Read one version of an object',
  description: 'Returns 404 with the time of deletion for a deleted version.',
  request: Type.Object({
    project_id: ProjectId,
    object_id: Type.String(),
    digest: Type.String({ description: 'A digest, an alias, `latest`, or `v` followed by a version index.' }),
    metadata_only: Maybe(Type.Boolean(), { description: 'Leave val out.' }),
    include_tags_and_aliases: Maybe(Type.Boolean()),
  }),
  example: { project_id: example.project_id, object_id: example.object_id, digest: 'latest' },
  reply: Type.Object({ obj: ObjectRecord }),
})

export const queryObjects = endpoint({
  method: 'POST',
  path: '/objs/query',
  tag: 'objects',
  summary: 'Find object versions',
  request: Type.Object({
    project_id: ProjectId,
    filter: Maybe(ObjectsFilter),
    ...page,
    sort_by: Maybe(SortKeys(SortBy), {
      description: 'By object_id or created_at; other fields have no effect.',
    }),
    metadata_only: Maybe(Type.Boolean(), { description: 'Leave val out.' }),
    include_storage_size: Maybe(Type.Boolean()),
    include_tags_and_aliases: Maybe(Type.Boolean()),
  }),
  example: {
    project_id: example.project_id,
    filter: { object_ids: [example.object_id], latest_only: true },
    sort_by: [{ field: 'created_at', direction: 'desc' }],
    limit: 10,
  },
  reply: Type.Object({ objs: Type.Array(ObjectRecord) }),
})

export const deleteObject = endpoint({
  method: 'POST',
  path: '/obj/delete',
  tag: 'objects',
  summary: 'Delete versions of an object',
  description: 'All or nothing: if one of the digests is unknown, nothing is deleted.',
  request: Type.Object({
    project_id: ProjectId,
    object_id: Type.String(),
    digests: MaybeTexts({
      description:
        'Digests, `latest`, or `v` followed by a version index; at most 100. All versions by default.',
    }),
  }),
  example: { project_id: example.project_id, object_id: example.object_id, digests: [example.object_digest] },
  reply: Type.Object({
    num_deleted: Type.Integer(),
    deleted_versions: Type.Array(
      Type.Object({
        digest: Type.String(),
        base_object_class: Nullable(Type.String()),
        leaf_object_class: Nullable(Type.String()),
      }),
    ),
  }),
})

export const readRefs = endpoint({
  method: 'POST',
  path: '/refs/read_batch',
  tag: 'objects',
  summary: 'Read what refs point to',
  description:
    'Refs of objects and ops in any project, with or without a path into the value; at most 1000. A deleted object or a ' +
    'path without a value returns null. If objects are unknown, the request fails and the error lists them all.',
  request: Type.Object({ refs: Type.Array(Type.String()) }),
  example: { refs: [`weave:///team/app/object/${example.object_id}:${example.object_digest}/key/a`] },
  reply: Type.Object({ vals: Type.Array(Type.Unknown(), { description: 'In the order of the refs.' }) }),
})

export const linkToRegistry = endpoint({
  method: 'POST',
  path: '/link_to_registry',
  tag: 'objects',
  summary: 'Resolve the version that a registry link would point to',
  description:
    'This server has no registry, so nothing is linked: the response names the version of the ref. Use tags and aliases to mark versions.',
  request: Type.Object({
    ref: Type.String({ description: 'A ref to a version of an object or an op.' }),
    target: Maybe(
      Type.Object({
        entity_name: Maybe(Type.String()),
        project_name: Maybe(Type.String()),
        portfolio_name: Maybe(Type.String()),
      }),
    ),
    aliases: MaybeTexts(),
  }),
  example: {
    ref: `weave:///${example.project_id}/object/${example.object_id}:${example.object_digest}`,
    target: { entity_name: 'team', project_name: 'registry', portfolio_name: 'settings' },
  },
  reply: Type.Object({ version_index: Nullable(Type.Integer()) }),
})

const Headers = Type.Record(Type.String(), Type.String())

const Runtime = Type.Object({
  id: Type.String({ description: 'The name of the model on its server.' }),
  max_tokens: Maybe(Type.Integer()),
})

export const putRuntime = endpoint({
  method: 'PUT',
  path: '/v2/{entity}/{project}/runtimes/{name}',
  bodySize: 'payload',
  tag: 'objects',
  summary: 'Record where custom models are served',
  description:
    'Stored as a version of an object of the class Provider, which every reader of the project can read: put no secrets into the headers. This server never calls it.',
  request: Type.Object({
    ...projectInPath,
    name: Type.String(),
    base_url: Type.String(),
    api_key_secret: Maybe(Type.String(), { description: 'The name of the secret, not the secret itself.' }),
    headers: Maybe(Headers),
    runtime_ids: Maybe(Type.Array(Type.Union([Type.String(), Runtime]))),
  }),
  example: {
    entity: 'team',
    project: 'app',
    name: 'house',
    base_url: 'localhost:8000/v1',
    runtime_ids: [{ id: 'house-model', max_tokens: 4096 }],
  },
  reply: Type.Object({
    name: Type.String(),
    base_url: Type.String(),
    api_key_secret: Type.String(),
    headers: Headers,
    runtime_ids: Type.Array(
      Type.Object({ id: Type.String(), max_tokens: Nullable(Type.Integer()), playground_id: Type.String() }),
    ),
  }),
})
