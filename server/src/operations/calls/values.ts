import { readCallFields, readCallValues } from '@heddle/contract/values'
import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { SeenFields } from '../../domain/calls/seen-fields.ts'
import { SeenValues, type ValueField, valueField } from '../../domain/calls/seen-values.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { readInPortions } from './traces.ts'

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

const COLUMNS = ['inputs', 'output', 'attributes', 'summary'] as const
const FIELDS_MAX = 500

export const callsFields = operation(readCallFields, inProject('read'), async (request, context) => {
  const { project_id, prefix = '' } = request
  const seen = new SeenFields()
  const calls = await newestCalls(context, project_id)
  let sampled_calls = 0
  for await (const portion of withColumns(context, project_id, calls, COLUMNS)) {
    sampled_calls += portion.length
    for (const call of portion) {
      for (const column of COLUMNS) {
        const payload = call[column]
        if (payload) seen.add(column, payload)
      }
    }
  }
  return { fields: seen.best(prefix, FIELDS_MAX), sampled_calls }
})

/** As many as can be looked through while a person types. */
const CALLS_MAX = 1_000
/** Half of them begin a trace: a single long one would hide all others. */
const ROOTS_MAX = CALLS_MAX / 2
const BYTES_MAX = 8 * 1024 ** 2
const PORTION_BYTES = 512 * 1024

const BY_START = {
  field: { kind: 'column', name: 'started_at', type: 'instant' },
  direction: 'desc',
} as const

/** The newest roots of a project, then its newest calls, without anything wide. */
async function newestCalls({ storage }: Context, project_id: string): Promise<StoredCall[]> {
  const search = { project_id, sort: [BY_START] }
  const [roots, all] = await Promise.all([
    storage.calls.find({ ...search, filter: { trace_roots_only: true }, limit: ROOTS_MAX }),
    storage.calls.find({ ...search, filter: {}, limit: CALLS_MAX }),
  ])
  const ids = [...new Set([...roots, ...all])].slice(0, CALLS_MAX)
  return readInPortions(storage.calls, project_id, ids)
}

/**
 * The same calls with wide columns, as long as they are not too many bytes in all. They come in small
 * portions, between which others get their turn.
 */
async function* withColumns(
  { storage }: Context,
  project_id: string,
  calls: readonly StoredCall[],
  columns: readonly WideColumn[],
): AsyncGenerator<StoredCall[]> {
  let bytes = 0
  let portion: string[] = []
  let portionBytes = 0
  for (const { id, size_bytes } of calls) {
    // A call that is too large by itself does not keep others from being looked at.
    if (bytes + size_bytes > BYTES_MAX) continue
    bytes += size_bytes
    portion.push(id)
    portionBytes += size_bytes
    if (portionBytes < PORTION_BYTES) continue
    yield await storage.calls.read(project_id, portion, columns)
    portion = []
    portionBytes = 0
  }
  if (portion.length > 0) yield await storage.calls.read(project_id, portion, columns)
}
