import { opEndpoints } from '@heddle/contract/object-resources'
import { fileDigest } from '../../domain/objects/digest.ts'
import { objectIdFor } from '../../domain/objects/name.ts'
import { opValue, sourceDigestOf } from '../../domain/objects/sdk-objects.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { type PublishedVersion, publishValue } from '../objects/publish.ts'
import { type Context, inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { resourceOperations } from './resource.ts'

export const opOperations = [
  operation(opEndpoints.create, inProjectOfPath('write'), (request, context) => {
    const { name, source_code = '' } = request
    return publishOp(context, projectOfPath(request), objectIdFor(name, 'Op'), source_code)
  }),
  ...resourceOperations(opEndpoints, {
    kind: 'op',
    listsLatestOnly: true,
    async views(context, projectId, ops) {
      const vals = ops.map(({ val }) => val)
      const sources = await readSources(context, projectId, vals)
      return ops.map(({ stored }, index) => ({ ...stored, code: sources[index] ?? '' }))
    },
  }),
]

/** Publishes an op with its source. */
export async function publishOp(
  context: Context,
  projectId: string,
  objectId: string,
  source: string,
): Promise<PublishedVersion> {
  const bytes = Buffer.from(source)
  const digest = fileDigest(bytes)
  await context.storage.files.put(projectId, digest, bytes)
  return publishValue(context, projectId, objectId, opValue(digest))
}

/** The source of each op, empty if unknown. */
export async function readSources(
  { storage: { files } }: Context,
  projectId: string,
  ops: readonly (JsonText | undefined)[],
): Promise<string[]> {
  const sources: string[] = []
  let bytes = 0
  for (const op of ops) {
    const digest = op && sourceDigestOf(op)
    bytes += (digest && (await files.size(projectId, digest))) || 0
    if (bytes > SOURCES_BYTES_MAX) {
      throw new ServiceError(
        'too_large',
        'The sources of these ops are over 8 MiB: read their files one by one',
      )
    }
    const content = digest && (await files.get(projectId, digest))
    sources.push(Buffer.from(content || '').toString())
  }
  return sources
}

const SOURCES_BYTES_MAX = 8 * 1024 ** 2
