import type { objectEndpoints } from '@heddle/contract/object-resources'
import type { Static, TSchema } from 'typebox'
import type { ObjectKind, StoredVersion } from '../../domain/objects/object.ts'
import type { SdkClass } from '../../domain/objects/sdk-objects.ts'
import { resolveVersion } from '../../domain/objects/version.ts'
import { newPage } from '../../domain/page.ts'
import { stringAt } from '../../json/path.ts'
import { JSON_NULL, type JsonText } from '../../json/text.ts'
import { fitting } from '../../storage/port/fitting.ts'
import type { ObjectSearch } from '../../storage/port/objects.ts'
import { formatDateTime } from '../../time.ts'
import { deleteVersions } from '../objects/objects.ts'
import { readValues } from '../objects/values.ts'
import {
  type AnyOperation,
  type Context,
  inProjectOfPath,
  operation,
  projectOfPath,
  type Replied,
} from '../operation.ts'
import { mapped, pagedRows } from '../paged-rows.ts'

/** A version of an object, with its value and the fields that all responses share. */
export interface StoredObject {
  readonly stored: {
    readonly object_id: string
    readonly digest: string
    readonly version_index: number
    readonly created_at: string
  }
  readonly val: JsonText
}

interface Resource<Stored extends TSchema> {
  readonly kind: ObjectKind
  /** Ops have none. */
  readonly className?: SdkClass
  /** Whether the list leaves out all but the latest version of each object. */
  readonly listsLatestOnly?: boolean
  /** Fields of the response for each object, in order. */
  readonly views: (
    context: Context,
    projectId: string,
    objects: readonly StoredObject[],
  ) => Promise<Replied<Static<Stored>>[]>
}

type Endpoints<Stored extends TSchema> = Pick<
  ReturnType<typeof objectEndpoints<TSchema, TSchema, Stored>>,
  'read' | 'list' | 'delete'
>

/** Reads, lists and deletes the objects of one class. Objects of other classes are ignored. */
export function resourceOperations<Stored extends TSchema>(
  endpoints: Endpoints<Stored>,
  resource: Resource<Stored>,
): AnyOperation[] {
  const among = (version: StoredVersion) =>
    version.kind === resource.kind && (version.base_object_class ?? undefined) === resource.className

  const read = operation(endpoints.read, inProjectOfPath('read'), async (request, context) => {
    const projectId = projectOfPath(request)
    const versions = await context.storage.objects.versions(projectId, request.object_id)
    const version = resolveVersion(versions.filter(among), request.digest)
    const [view] = await viewsOf(context, projectId, [version])
    if (!view) throw new Error(`no view of ${request.object_id}`)
    return view
  })

  const list = operation(endpoints.list, inProjectOfPath('read'), async (request, context) => {
    const project_id = projectOfPath(request)
    const search: ObjectSearch = {
      project_id,
      kind: resource.kind,
      ...(resource.className && { base_object_classes: [resource.className] }),
      ...(resource.listsLatestOnly && { latest_only: true }),
      sort: [],
      ...newPage(request),
    }
    const versions = await context.reply.read((bytesMax) => context.storage.objects.find(search, bytesMax))
    return streamViews(context, project_id, versions)
  })

  const remove = operation(endpoints.delete, inProjectOfPath('write'), async (request, context) => {
    const deleted = await deleteVersions(context, { ...request, project_id: projectOfPath(request), among })
    return { num_deleted: deleted.length }
  })

  function streamViews(context: Context, projectId: string, versions: readonly StoredVersion[]) {
    const rows = pagedRows(
      {
        keys: [versions],
        async read(keys, bytesMax) {
          const candidates = keys.slice(0, PAGE_VERSIONS)
          const sizes = candidates.map(({ size_bytes }, at) => ({ at, bytes: size_bytes }))
          const { taken, next_bytes } = fitting(sizes, candidates.length, bytesMax)
          const page = candidates.slice(0, taken)
          const views = await viewsOf(context, projectId, page)
          return { rows: page.map((version, at) => ({ version, view: views[at] })), taken, next_bytes }
        },
        keyOf: ({ version }) => version,
      },
      context,
    )
    return mapped(rows, ({ view }) => {
      if (!view) throw new Error('an object without a view')
      return view
    })
  }

  async function viewsOf(context: Context, projectId: string, versions: readonly StoredVersion[]) {
    const valOf = await readValues(context.storage.objects, projectId, versions)
    return resource.views(
      context,
      projectId,
      versions.map((version) => ({ stored: storedView(version), val: valOf(version) ?? JSON_NULL })),
    )
  }

  return [read, list, remove]
}

const PAGE_VERSIONS = 100

function storedView({ object_id, digest, version_index, created_at }: StoredVersion): StoredObject['stored'] {
  return { object_id, digest, version_index, created_at: formatDateTime(created_at) }
}

/** Fields of every named object; one without a name uses its id. */
export const namedView = ({ stored, val }: StoredObject) => ({
  ...stored,
  name: stringAt(val, ['name']) ?? stored.object_id,
  description: stringAt(val, ['description']) ?? null,
})
