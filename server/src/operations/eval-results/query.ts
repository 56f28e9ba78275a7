import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import { groupRows, type ResultRow, rowView, triedByAll } from '../../domain/evaluations/results.ts'
import { newRowFilter } from '../../domain/evaluations/results-filter.ts'
import { newRowSort } from '../../domain/evaluations/results-sort.ts'
import { summarizeResults } from '../../domain/evaluations/results-summary.ts'
import { newPage } from '../../domain/page.ts'
import { malformed } from '../../errors.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { type Context, operation, type Received } from '../operation.ts'
import { loadEvaluations } from './evaluations.ts'
import { loadMeasuredTrials } from './measured-trials.ts'
import { readRowInputs } from './row-inputs.ts'

type Request = Received<EvalResultsRequest>

export const evalResultsQuery = operation(
  queryEvalResults,
  inProjectOfPath('read'),
  async (request, context) => {
    const evaluationIds = evaluationsAskedFor(request)
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
        ? summarizeResults(among(summary_require_intersection), evaluationIds, evaluations.calls)
        : null,
      warnings: [...evaluations.warnings, ...shown.warnings],
    }
  },
)

function evaluationsAskedFor({ evaluation_call_ids = [], evaluation_run_ids = [] }: Request): string[] {
  const ids = [...new Set([...evaluation_call_ids, ...evaluation_run_ids])]
  if (ids.length > 0) return ids
  throw malformed([{ loc: ['body', 'evaluation_call_ids'], msg: 'Field required', type: 'missing' }])
}

const NO_ROWS = { rows: [], total_rows: 0, warnings: [] }

/** Judges what is asked of the rows whole, before anything is read. */
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

  return async (context: Context, rows: readonly ResultRow[]) => {
    const readsAll = filter.readsInputs || sort.readsInputs
    const all = readsAll ? await readRowInputs(context, rows) : { rows, warnings: [] }
    const kept = sort.sorted(all.rows.filter((row) => filter.keeps(row)))
    const page = kept.slice(offset, offset + limit)
    const read = resolved && !readsAll ? await readRowInputs(context, page) : { ...all, rows: page }
    return {
      rows: read.rows.map((row) => rowView(row, evaluationIds, rawRowOf(row))),
      total_rows: kept.length,
      warnings: read.warnings,
    }
  }
}
