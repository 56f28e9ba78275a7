import type { CallStart } from '../../domain/calls/call.ts'
import { traceName } from '../../domain/calls/status.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { classOf } from '../../domain/objects/class.ts'
import { placeholderOp } from '../../otel/placeholder-op.ts'
import type { Context } from '../operation.ts'

/** Publishes the ops that calls made from spans point to, where they are not there yet. */
export async function publishOps(calls: readonly CallStart[], context: Context): Promise<void> {
  const byProject = groupBy(calls, ({ project_id }) => project_id)
  await Promise.all(
    [...byProject].map(([projectId, inProject]) => {
      const names = new Set(inProject.map(({ op_name }) => traceName(op_name)))
      return publishMissing(projectId, names, context)
    }),
  )
}

/** An op that is there is left alone: publishing it again would make it the latest of its name. */
async function publishMissing(project_id: string, names: Set<string>, context: Context): Promise<void> {
  const { objects, files } = context.storage
  const { val, digest, source, sourceDigest } = placeholderOp
  const published = await objects.find({
    project_id,
    object_ids: [...names],
    digests: [digest],
    kind: 'op',
    sort: [],
  })
  for (const { object_id } of published) names.delete(object_id)
  if (names.size === 0) return
  await files.put(project_id, sourceDigest, source)
  const shared = { project_id, digest, val, ...classOf(val), wb_user_id: context.caller.user.id }
  await Promise.all(
    [...names].map((object_id) => objects.publish({ ...shared, object_id, created_at: context.now() })),
  )
}
