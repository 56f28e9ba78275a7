import type { CallStart } from '../../domain/calls/call.ts'
import { traceName } from '../../domain/calls/status.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { classOf } from '../../domain/objects/class.ts'
import { placeholderOp } from '../../otel/placeholder-op.ts'
import type { Context } from '../operation.ts'

/** Publishes the ops of calls made from spans, unless they exist. */
export async function publishOps(
  calls: readonly Pick<CallStart, 'project_id' | 'op_name'>[],
  context: Context,
): Promise<void> {
  const byProject = groupBy(calls, ({ project_id }) => project_id)
  await Promise.all(
    [...byProject].map(([projectId, inProject]) => {
      const ops = new Set(inProject.map(({ op_name }) => op_name))
      return context.publishedOps.ensure(projectId, Array.from(ops, traceName), (unknown) =>
        publishMissing(projectId, unknown, context),
      )
    }),
  )
}

/** Each is a write of its own, and the queue of writes is for all clients. */
const PUBLISHED_AT_ONCE = 50

/** Existing ops are left alone: publishing one again would make it the latest version. */
async function publishMissing(
  project_id: string,
  names: ReadonlySet<string>,
  context: Context,
): Promise<void> {
  const { objects, files } = context.storage
  const { val, digest, source, sourceDigest } = placeholderOp
  const published = await objects.find({
    project_id,
    object_ids: [...names],
    digests: [digest],
    kind: 'op',
    sort: [],
  })
  const missing = new Set(names)
  for (const { object_id } of published) missing.delete(object_id)
  if (missing.size === 0) return
  await files.put(project_id, sourceDigest, source)
  const shared = { project_id, digest, val, ...classOf(val), wb_user_id: context.caller.user.id }
  const publish = (object_id: string) => objects.publish({ ...shared, object_id, created_at: context.now() })
  const waiting = [...missing]
  while (waiting.length > 0) await Promise.all(waiting.splice(0, PUBLISHED_AT_ONCE).map(publish))
}
