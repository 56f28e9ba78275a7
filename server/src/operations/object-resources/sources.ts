import { fileDigest } from '../../domain/digest.ts'
import { opValue, sourceDigestOf } from '../../domain/sdk-objects.ts'
import type { JsonText } from '../../json/text.ts'
import { type PublishedVersion, publishValue } from '../objects/publish.ts'
import type { Context } from '../operation.ts'

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

/** The source of each op, empty where it is not known. */
export async function readSources(
  { storage: { files } }: Context,
  projectId: string,
  ops: readonly (JsonText | undefined)[],
): Promise<string[]> {
  const digests = ops.map((op) => op && sourceDigestOf(op))
  const contents = digests.map((digest) => digest && files.get(projectId, digest))
  return Promise.all(contents.map(async (content) => Buffer.from((await content) || '').toString()))
}
