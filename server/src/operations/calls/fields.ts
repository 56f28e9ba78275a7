import { readCallFields } from '@heddle/contract/values'
import { SeenFields } from '../../domain/calls/seen-fields.ts'
import { inProject, operation } from '../operation.ts'
import { newestCalls, withColumns } from './newest.ts'

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
