import { classOf } from '../../domain/objects/class.ts'
import { objectDigest } from '../../domain/objects/digest.ts'
import { checkNameIsFree, checkObjectName } from '../../domain/objects/name.ts'
import { versionByDigest } from '../../domain/objects/version.ts'
import type { JsonText } from '../../json/text.ts'
import type { Context } from '../operation.ts'

interface NewVersion {
  readonly project_id: string
  readonly object_id: string
  readonly val: JsonText
  readonly digest: string
}

/** Publishes a version, or rejects its name. Its class is read from its value. */
export async function publishVersion({ storage, caller, now }: Context, version: NewVersion): Promise<void> {
  const { project_id, object_id, val } = version
  checkObjectName(object_id)
  const classes = classOf(val)
  checkNameIsFree({ object_id, ...classes }, await storage.objects.versions(project_id, object_id))
  await storage.objects.publish({ ...version, ...classes, wb_user_id: caller.user.id, created_at: now() })
}

export interface PublishedVersion {
  readonly object_id: string
  readonly digest: string
  readonly version_index: number
}

/** The same for a value created by the service; also returns its version index. */
export async function publishValue(
  context: Context,
  project_id: string,
  object_id: string,
  val: JsonText,
): Promise<PublishedVersion> {
  const digest = objectDigest(val)
  await publishVersion(context, { project_id, object_id, val, digest })
  const versions = await context.storage.objects.versions(project_id, object_id)
  const { version_index } = versionByDigest(versions, digest)
  return { object_id, digest, version_index }
}
