import type { ResultRow } from '../../domain/evaluations/results.ts'
import { stringAt } from '../../json/path.ts'
import type { Context } from '../operation.ts'
import { readObjectValues } from '../refs/read-object-values.ts'

/** Reads the rows that were given as refs. One that leads nowhere stays a ref, and there is a warning. */
export async function readRowInputs(context: Context, rows: readonly ResultRow[]) {
  const refs = rows.map(({ row }) => stringAt(row, []) ?? '')
  const values = await context.reply.read((bytesMax) => readObjectValues(context, refs, bytesMax))
  const unread = refs.filter((ref, index) => ref !== '' && values[index] === undefined).length
  return {
    rows: rows.map((row, index) => ({ ...row, inputs: values[index] ?? row.inputs })),
    warnings: unread === 0 ? [] : [`${unread} of the rows could not be read from their dataset`],
  }
}
