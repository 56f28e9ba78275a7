import { readCallValues } from '@heddle/contract/values'
import type { StoredCall } from '../../domain/calls/call.ts'
import { SeenValues, type ValueField, valueField } from '../../domain/calls/seen-values.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { newestCalls, withColumns } from './newest.ts'

const LIMIT_DEFAULT = 20

export const callsValues = operation(readCallValues, inProject('read'), async (request, context) => {
  const { project_id, prefix = '', limit = LIMIT_DEFAULT } = request
  const field = valueField(request.field)
  const seen = new SeenValues()
  const calls = await newestCalls(context, project_id)
  const sampled_calls = await addValues(context, project_id, field, calls, seen)
  return { values: seen.best(prefix, limit), sampled_calls }
})

/** Returns how many calls were looked at. */
async function addValues(
  context: Context,
  projectId: string,
  { read, column }: ValueField,
  calls: readonly StoredCall[],
  seen: SeenValues,
): Promise<number> {
  if (!read) {
    await addModels(context, projectId, calls, seen)
    return calls.length
  }
  if (!column) {
    for (const call of calls) seen.add([read(call)])
    return calls.length
  }
  let looked = 0
  for await (const portion of withColumns(context, projectId, calls, [column])) {
    for (const call of portion) seen.add([read(call)])
    looked += portion.length
  }
  return looked
}

async function addModels(
  { storage }: Context,
  projectId: string,
  calls: readonly StoredCall[],
  seen: SeenValues,
): Promise<void> {
  const usage = await storage.calls.usage(
    projectId,
    calls.map(({ id }) => id),
  )
  for (const models of groupBy(usage, ({ id }) => id).values()) seen.add(models.map(({ model }) => model))
}
