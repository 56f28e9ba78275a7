import { readCallFields, readCallValues } from '@heddle/contract/values'
import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { SeenFields, SeenValues, type ValueField, valueField } from '../../domain/calls/seen-values.ts'
import { sortedBy } from '../../query/build.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { modelsOfCalls, readNarrowCalls } from './stored-calls.ts'

const LIMIT_DEFAULT = 20

export const callValueOperations = [
  operation(readCallValues, inProject('read'), async (request, context) => {
    const { project_id, prefix = '', limit = LIMIT_DEFAULT } = request
    const field = valueField(request.field)
    const seen = new SeenValues()
    const sampled_calls = await addValues(context, await newestCalls(context, project_id), field, seen)
    return { values: seen.best(prefix, limit), sampled_calls }
  }),

  operation(readCallFields, inProject('read'), async (request, context) => {
    const { project_id, prefix = '' } = request
    const seen = new SeenFields()
    const sample = await newestCalls(context, project_id)
    let sampled_calls = 0
    for await (const batch of withColumns(context, sample, COLUMNS)) {
      sampled_calls += batch.length
      for (const call of batch) {
        for (const column of COLUMNS) {
          const payload = call[column]
          if (payload) seen.add(column, payload)
        }
      }
    }
    return { fields: seen.best(prefix, FIELDS_MAX), sampled_calls }
  }),
]

/** Returns the number of calls sampled. */
async function addValues(
  context: Context,
  sample: Sample,
  field: ValueField,
  seen: SeenValues,
): Promise<number> {
  const { project_id, calls } = sample
  switch (field.kind) {
    case 'model': {
      const ids = calls.map(({ id }) => id)
      const models = await modelsOfCalls(context.storage.calls, project_id, ids)
      for (const names of models.values()) seen.add(names)
      return calls.length
    }
    case 'narrow':
      for (const call of calls) seen.add([field.read(call)])
      return calls.length
    case 'payload': {
      let sampled = 0
      for await (const batch of withColumns(context, sample, [field.column])) {
        for (const call of batch) seen.add([field.read(call)])
        sampled += batch.length
      }
      return sampled
    }
  }
}

const COLUMNS = ['inputs', 'output', 'attributes', 'summary'] as const
const FIELDS_MAX = 500

/** Few enough to scan while a person types. */
const CALLS_MAX = 1_000
/** Half of the sample are roots: otherwise a single long trace could fill it. */
const ROOTS_MAX = CALLS_MAX / 2
const BYTES_MAX = 8 * 1024 ** 2
const BATCH_BYTES = 512 * 1024

const NEWEST_FIRST = sortedBy('started_at', 'instant', 'desc')

interface Sample {
  readonly project_id: string
  readonly calls: readonly StoredCall[]
}

/** The newest roots of a project, then its newest calls, without wide columns. */
async function newestCalls({ storage }: Context, project_id: string): Promise<Sample> {
  const search = { project_id, sort: [NEWEST_FIRST] }
  const [roots, all] = await Promise.all([
    storage.calls.find({ ...search, filter: { trace_roots_only: true }, limit: ROOTS_MAX }),
    storage.calls.find({ ...search, filter: {}, limit: CALLS_MAX }),
  ])
  const ids = [...new Set([...roots, ...all])].slice(0, CALLS_MAX)
  return { project_id, calls: await readNarrowCalls(storage.calls, project_id, ids) }
}

/**
 * Reads wide columns of these calls, up to `BYTES_MAX` in total. Yields small batches so that other requests can run in
 * between.
 */
async function* withColumns(
  { storage }: Context,
  { project_id, calls }: Sample,
  columns: readonly WideColumn[],
): AsyncGenerator<StoredCall[]> {
  let bytes = 0
  let batch: string[] = []
  let batchBytes = 0
  for (const { id, size_bytes } of calls) {
    // Skips a call that is too large by itself, and goes on with the others.
    if (bytes + size_bytes > BYTES_MAX) continue
    bytes += size_bytes
    batch.push(id)
    batchBytes += size_bytes
    if (batchBytes < BATCH_BYTES) continue
    yield await storage.calls.read(project_id, batch, columns)
    batch = []
    batchBytes = 0
  }
  if (batch.length > 0) yield await storage.calls.read(project_id, batch, columns)
}
