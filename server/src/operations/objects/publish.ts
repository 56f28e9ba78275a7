import { callCatalogue } from '../../domain/calls/fields.ts'
import { classOf } from '../../domain/objects/class.ts'
import { objectDigest } from '../../domain/objects/digest.ts'
import { checkObjectName, nameHasClass } from '../../domain/objects/name.ts'
import { versionByDigest } from '../../domain/objects/version.ts'
import { membersOf } from '../../json/members.ts'
import type { JsonText } from '../../json/text.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { objectKey } from '../keyed-queue.ts'
import type { Context } from '../operation.ts'

interface NewVersion {
  readonly project_id: string
  readonly object_id: string
  readonly val: JsonText
  readonly digest: string
}

/**
 * Publishes a version with the class of its value. Throws if its name is invalid or taken by another class. The first version
 * of a class is published in turn: of two classes at once, the second has to be judged by what the first has made of the name.
 */
export async function publishVersion(context: Context, version: NewVersion): Promise<void> {
  const { storage, caller, now, writesInTurn } = context
  const classes = classOf(version.val)
  const publish = () =>
    storage.objects.publish({ ...version, ...classes, wb_user_id: caller.user.id, created_at: now() })
  const publishFirst = async () => {
    if (await checkPublishable(context, version)) return false
    await publish()
    return true
  }
  if (!(await checkPublishable(context, version))) {
    const key = objectKey(version.project_id, version.object_id)
    if (await writesInTurn.run([key], publishFirst)) return
  }
  await publish()
}

/**
 * Throws where publishing would, and returns whether the name has the class already. For what is stored before a version that
 * refers to it; of `val` the class is enough.
 */
export async function checkPublishable(
  { storage }: Context,
  { project_id, object_id, val }: Omit<NewVersion, 'digest'>,
): Promise<boolean> {
  checkObjectName(object_id)
  const classes = classOf(val)
  if (classes.leaf_object_class === 'Monitor') checkMonitor(val)
  return nameHasClass({ object_id, ...classes }, await storage.objects.versions(project_id, object_id))
}

/** Throws for a monitor that filters calls by an unknown field, since it would never run. */
function checkMonitor(val: JsonText): void {
  const query = membersOf(val)?.get('query')
  if (!query) return
  const { resolve } = callCatalogue({ expand_columns: [] })
  for (const field of fieldsIn(parseTree(query))) resolve(field)
}

/** The SDK serializes its own query objects with the names of their attributes. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['$getField', 'get_field_'])
const LITERAL_KEYS: ReadonlySet<string> = new Set(['$literal', 'literal_'])

function* fieldsIn(query: JsonValue): Generator<string> {
  if (Array.isArray(query)) for (const item of query) yield* fieldsIn(item)
  if (!(query instanceof Map)) return
  for (const [key, value] of query) {
    if (FIELD_KEYS.has(key) && typeof value === 'string') yield value
    else if (!LITERAL_KEYS.has(key)) yield* fieldsIn(value)
  }
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
