import { type ModelUsage, TOKEN_COUNTERS } from '../../../domain/prices/price.ts'
import { encodeNumbers } from './column.ts'
import { reportColumn } from './column-names.ts'
import { encodeValues, TOKEN_CHARACTERS_MAX } from './token-values.ts'

const REPORTED_NUMBERS = ['reported_cost', 'preferred_cost', ...TOKEN_COUNTERS] as const

/** The columns of what calls report about usage. */
export function reportColumns(
  calls: readonly { readonly usage: readonly ModelUsage[] }[],
): Map<string, Uint8Array> {
  const reports = calls.map(({ usage }) => onlyReport(usage))
  const columns = new Map<string, Uint8Array>()
  const addTexts = (name: 'model' | 'request_model') => {
    const bytes = encodeValues(reports, (report) => (report ? report[name] : report))
    columns.set(reportColumn(name), bytes)
  }
  addTexts('model')
  if (!reports.some((report) => report)) return columns
  addTexts('request_model')
  for (const name of REPORTED_NUMBERS) {
    const values = Float64Array.from(reports, (report) => report?.[name] ?? Number.NaN)
    columns.set(reportColumn(name), encodeNumbers(values))
  }
  return columns
}

/** Null without any; undefined if there are several, or if columns cannot have all of it. */
function onlyReport([report, ...others]: readonly ModelUsage[]): ModelUsage | null | undefined {
  if (!report) return null
  const fits =
    report.model.length <= TOKEN_CHARACTERS_MAX &&
    (report.request_model?.length ?? 0) <= TOKEN_CHARACTERS_MAX &&
    TOKEN_COUNTERS.every((name) => Number.isSafeInteger(report[name]))
  return fits && others.length === 0 ? report : undefined
}
