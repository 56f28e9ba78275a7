import {
  createObject,
  deleteObject,
  linkToRegistry,
  type ObjectCreateRecord,
  type ObjectsFilter,
  putRuntime,
  queryObjects,
  readObject,
} from '@heddle/contract/objects'
import type { Static } from 'typebox'
import { withBuiltinClass } from '../../domain/objects/class.ts'
import { acceptDigest, digestWithInternalRefs, objectDigest } from '../../domain/objects/digest.ts'
import { checkObjectName } from '../../domain/objects/name.ts'
import type { StoredVersion } from '../../domain/objects/object.ts'
import { parseRef } from '../../domain/objects/ref.ts'
import { objectView, resolveDeletions, resolveVersion } from '../../domain/objects/version.ts'
import { newPage } from '../../domain/page.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import type { ObjectSearch } from '../../storage/port/objects.ts'
import { lazyMap } from '../../turns.ts'
import {
  type Context,
  inProject,
  inProjectOfPath,
  operation,
  projectOfPath,
  type Received,
} from '../operation.ts'
import { publishValue, publishVersion } from './publish.ts'
import { internalIdsIn } from './refs.ts'
import { gatherValues } from './values.ts'

export const objectOperations = [
  /** The digest is that of the value with its class fields. */
  operation(
    createObject,
    { access: 'write', projects: ({ obj }) => [obj.project_id] },
    async ({ obj }, context) => {
      const { project_id, object_id } = obj
      checkObjectName(object_id)
      const val = valueToStore(obj)
      const digest = await digestOf(val, obj.expected_digest, context)
      await publishVersion(context, { project_id, object_id, val, digest })
      return { digest, object_id }
    },
  ),

  operation(readObject, inProject('read'), async (request, context) => {
    const { project_id, object_id, digest, metadata_only } = request
    const { objects } = context.storage
    const version = resolveVersion(await objects.versions(project_id, object_id), digest)
    const valOf = await gatherValues(context, project_id, metadata_only ? [] : [version])
    return { obj: objectView(version, valOf(version), request) }
  }),

  operation(queryObjects, inProject('read'), async (request, context) => {
    const { objects } = context.storage
    const search = newObjectSearch(request)
    const versions = await context.reply.read((bytesMax) => objects.find(search, bytesMax))
    const valOf = await gatherValues(context, request.project_id, request.metadata_only ? [] : versions)
    return { objs: lazyMap(versions, (version) => objectView(version, valOf(version), request)) }
  }),

  operation(deleteObject, inProject('write'), async (request, context) => {
    const deleted = await deleteVersions(context, request)
    const deleted_versions = deleted.map(({ digest, base_object_class, leaf_object_class }) => ({
      digest,
      base_object_class,
      leaf_object_class,
    }))
    return { num_deleted: deleted_versions.length, deleted_versions }
  }),

  operation(
    linkToRegistry,
    { access: 'read', projects: ({ ref }) => [versionRef(ref).project_id] },
    async (request, { storage }) => {
      const { project_id, name, version } = versionRef(request.ref)
      const { version_index } = resolveVersion(await storage.objects.versions(project_id, name), version)
      return { version_index }
    },
  ),

  operation(putRuntime, inProjectOfPath('write'), async (request, context) => {
    const { name, base_url, api_key_secret = '', headers = {} } = request
    const runtime_ids = (request.runtime_ids ?? []).map((runtime) => {
      const { id, max_tokens = null } = typeof runtime === 'string' ? { id: runtime } : runtime
      return { id, max_tokens, playground_id: `${name}/${id}` }
    })
    const provider = { name, base_url, api_key_name: api_key_secret, extra_headers: headers, runtime_ids }
    const val = withBuiltinClass(new JsonText(JSON.stringify(provider)), 'Provider')
    await publishValue(context, projectOfPath(request), name, val)
    return { name, base_url, api_key_secret, headers, runtime_ids }
  }),
]

function valueToStore(obj: Received<ObjectCreateRecord>): JsonText {
  const className = obj.builtin_object_class ?? obj.set_base_object_class
  return className === undefined ? obj.val : withBuiltinClass(obj.val, className)
}

async function digestOf(val: JsonText, expected: string | undefined, context: Context): Promise<string> {
  const digest = objectDigest(val)
  if (expected === undefined || expected === digest) return digest
  return acceptDigest(expected, [digest, digestWithInternalRefs(val, await internalIdsIn([val], context))])
}

function versionRef(text: string) {
  const ref = parseRef(text)
  if (ref?.kind === 'object' || ref?.kind === 'op') return ref
  throw new ServiceError(
    'invalid_request',
    `ref must name a version of an object, got ${JSON.stringify(text)}`,
  )
}

interface Deletion {
  readonly project_id: string
  readonly object_id: string
  readonly digests?: readonly string[]
  /** Versions outside this selection are treated as unknown. All by default. */
  readonly among?: (version: StoredVersion) => boolean
}

/** All names are looked up before any version is deleted: one unknown name deletes nothing. */
export async function deleteVersions(
  { storage, publishedOps, now }: Context,
  { project_id, object_id, digests, among = () => true }: Deletion,
): Promise<StoredVersion[]> {
  const versions = await storage.objects.versions(project_id, object_id)
  const deleted = resolveDeletions(versions.filter(among), digests)
  await storage.objects.delete(
    project_id,
    object_id,
    deleted.map(({ digest }) => digest),
    now(),
  )
  publishedOps.forget(project_id, object_id)
  return deleted
}

type Request = Received<Static<typeof queryObjects.request>>
type SortKey = ObjectSearch['sort'][number]

/** Unknown sort fields are ignored, as clients expect. */
export function newObjectSearch(request: Request): ObjectSearch {
  return {
    project_id: request.project_id,
    ...constraintsOf(request.filter ?? {}),
    sort: (request.sort_by ?? []).flatMap(({ field, direction }): SortKey[] =>
      field === 'object_id' || field === 'created_at' ? [{ field, direction }] : [],
    ),
    ...newPage(request),
  }
}

/** An empty list does not filter. */
function constraintsOf({ is_op, latest_only, ...lists }: Received<ObjectsFilter>): Partial<ObjectSearch> {
  const asked = Object.entries(lists).filter(([, values]) => values.length > 0)
  return {
    ...Object.fromEntries(asked),
    ...(is_op !== undefined && { kind: is_op ? 'op' : 'object' }),
    ...(latest_only && { latest_only }),
  }
}
