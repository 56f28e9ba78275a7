import { totalTokens } from '@heddle/contract/call/token-counts'
import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import type { StoredCall } from '../../domain/calls/call.ts'
import { isEvaluation } from '../../domain/evaluations/evaluation.ts'
import {
  groupRows,
  type MeasuredTrial,
  type ResultRow,
  rowView,
  summarizeResults,
  triedByAll,
} from '../../domain/evaluations/results.ts'
import { newRowFilter, newRowSort } from '../../domain/evaluations/results-query.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { newPage } from '../../domain/page.ts'
import { malformed } from '../../errors.ts'
import { stringAt } from '../../json/path.ts'
import { inTurns, lazyMap } from '../../turns.ts'
import { costsOfCalls, usageOfCalls } from '../calls/costs.ts'
import { gatherWideCalls } from '../calls/stored-calls.ts'
import { readObjectValues } from '../objects/refs.ts'
import { type Context, inProjectOfPath, operation, projectOfPath, type Received } from '../operation.ts'
import { loadTrials } from './trials.ts'

type Request = Received<EvalResultsRequest>

export const evaluationResultOperations = [
  operation(queryEvalResults, inProjectOfPath('read'), async (request, context) => {
    const evaluationIds = requestedEvaluations(request)
    const view = newView(request, evaluationIds)
    const projectId = projectOfPath(request)
    const evaluations = await loadEvaluations(context, projectId, evaluationIds)
    const rows = groupRows(await loadMeasuredTrials(context, projectId, evaluationIds, request))

    const { require_intersection = false, summary_require_intersection = require_intersection } = request
    const among = (intersection: boolean) => (intersection ? triedByAll(rows, evaluationIds) : rows)
    const shown = request.include_rows === false ? NO_ROWS : await view(context, among(require_intersection))
    return {
      ...shown,
      summary: request.include_summary
        ? await inTurns(
            summarizeResults(among(summary_require_intersection), evaluationIds, evaluations.calls),
          )
        : null,
      warnings: [...evaluations.warnings, ...shown.warnings],
    }
  }),
]

function requestedEvaluations({ evaluation_call_ids = [], evaluation_run_ids = [] }: Request): string[] {
  const ids = [...new Set([...evaluation_call_ids, ...evaluation_run_ids])]
  if (ids.length > 0) return ids
  throw malformed([{ loc: ['body', 'evaluation_call_ids'], msg: 'Field required', type: 'missing' }])
}

const NO_ROWS = { rows: [], total_rows: 0, warnings: [] }

/** Validates the filters and sort before anything is read. */
function newView(request: Request, evaluationIds: readonly string[]) {
  const filter = newRowFilter(request.filters ?? [], request.filter_logic_operator ?? 'or', evaluationIds)
  const sort = newRowSort(request.sort_by ?? [])
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = newPage(request)
  const raw = request.include_raw_data_rows ?? false
  const resolved = raw && (request.resolve_row_refs ?? false)
  const rawRowOf = ({ row, inputs }: ResultRow) => {
    if (!raw) return null
    return resolved ? inputs : row
  }

  function* matching(rows: readonly ResultRow[]) {
    const kept: Parameters<typeof sort.sorted>[0][number][] = []
    for (const row of rows) {
      if (filter.keeps(row)) kept.push({ row, values: sort.valuesOf(row) })
      yield
    }
    return kept
  }

  return async (context: Context, rows: readonly ResultRow[]) => {
    const readsAll = filter.readsInputs || sort.readsInputs
    const all = readsAll ? await readRowInputs(context, rows) : { rows, warnings: [] }
    const kept = sort.sorted(await inTurns(matching(all.rows)))
    const page = kept.slice(offset, offset + limit)
    const read = resolved && !readsAll ? await readRowInputs(context, page) : { ...all, rows: page }
    return {
      rows: lazyMap(read.rows, (row) => rowView(row, evaluationIds, rawRowOf(row))),
      total_rows: kept.length,
      warnings: read.warnings,
    }
  }
}

/** The evaluation calls, and a warning for each id that is not one. */
async function loadEvaluations(context: Context, projectId: string, ids: readonly string[]) {
  const found = await gatherWideCalls(context, projectId, ids, ['inputs'])
  const calls = new Map<string, StoredCall>(found.filter(isEvaluation).map((call) => [call.id, call]))
  const missing = ids.filter((id) => !calls.has(id))
  return { calls, warnings: missing.map((id) => `${id} is no evaluation of ${projectId}`) }
}

interface Options {
  readonly include_predict_and_score_children?: boolean
  readonly include_costs?: boolean
}

/** The trials of the evaluations, with usage and, if requested, costs. */
async function loadMeasuredTrials(
  context: Context,
  projectId: string,
  evaluationIds: readonly string[],
  { include_predict_and_score_children: children = true, include_costs = false }: Options,
): Promise<MeasuredTrial[]> {
  const trials = await loadTrials(context, projectId, evaluationIds, { children })
  const calls = trials.flatMap(({ predict_call }) => predict_call ?? [])
  const ids = calls.map(({ id }) => id)
  const usage = groupBy(await usageOfCalls(context, projectId, ids), ({ id }) => id)
  const costs = include_costs ? await costsOfCalls(context, projectId, calls) : undefined
  return trials.map((trial) => {
    const id = trial.predict_call?.id ?? ''
    const [used, cost] = [usage.get(id), costs?.get(id)]
    return {
      ...trial,
      total_tokens: used ? used.reduce((sum, model) => sum + totalTokens(model), 0) : null,
      total_cost: cost?.total_cost ?? null,
    }
  })
}

/** Resolves rows that are refs. One that cannot be resolved stays a ref and adds a warning. */
async function readRowInputs(context: Context, rows: readonly ResultRow[]) {
  const refs = rows.map(({ row }) => stringAt(row, []) ?? '')
  const values = await context.reply.read((bytesMax) => readObjectValues(context, refs, bytesMax))
  const unread = refs.filter((ref, index) => ref !== '' && values[index] === undefined).length
  return {
    rows: rows.map((row, index) => ({ ...row, inputs: values[index] ?? row.inputs })),
    warnings: unread === 0 ? [] : [`${unread} of the rows could not be read from their dataset`],
  }
}
