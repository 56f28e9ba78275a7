import { exportLogs, exportMetrics } from '@heddle/contract/otel'
import type { ResourceLogs } from '../../otel/logs.ts'
import type { Routed, RoutedSpans } from '../../otel/routing.ts'
import { spansFromLogs } from '../../otel/spans-from-logs.ts'
import type { AnyOperation, Context } from '../operation.ts'
import { storeSpans } from './export-traces.ts'
import { checkCopies, ExportOutcome, placedSpans, projectsOf } from './otlp-operation.ts'
import { Rejections } from './rejections.ts'

/** A log export, decoded, with the project of each group. */
export interface LogExport {
  readonly groups: readonly Routed<ResourceLogs>[]
}

/** A metrics export, of which nothing is read but how much there is. */
export interface MetricsExport {
  readonly groups: readonly Routed<{ readonly count: number }>[]
}

/** Stores log records with LLM events as calls. All others are counted as rejected, which exporters do not treat as an error. */
const logsOperation: AnyOperation = {
  endpoint: exportLogs,
  gate: { access: 'write', projects: projectsOf },
  async run({ groups }: LogExport, context: Context): Promise<ExportOutcome> {
    let ignored = 0
    const routed = groups.map(({ project_id, resource, scopes }): RoutedSpans => {
      const ofScopes = scopes.map(({ scope, records }) => {
        const made = spansFromLogs(records, scope)
        ignored += made.ignored.length
        return { scope, spans: made.spans }
      })
      return { project_id, resource, scopes: ofScopes }
    })
    checkCopies(routed)
    const rejections = new Rejections()
    const spans = placedSpans(routed, rejections)
    if (spans.length > 0) await storeSpans(spans, rejections, context)
    if (rejections.count > 0) {
      context.log.warn(
        { rejected: rejections.count, reasons: rejections.message },
        'OTLP: log records rejected',
      )
    }
    const reasons = [
      ...(ignored > 0 ? [NOT_KEPT] : []),
      ...(rejections.count > 0 ? [rejections.message] : []),
    ]
    return new ExportOutcome('logs', ignored + rejections.count, reasons.join('; '))
  },
}

const NOT_KEPT =
  'log records are kept only if they carry events of coding agents, or events of LLM calls that are not also on spans'

/** Acknowledges metrics, so that one endpoint serves for all signals of an exporter. Nothing is stored. */
const metricsOperation: AnyOperation = {
  endpoint: exportMetrics,
  gate: { access: 'write', projects: projectsOf },
  async run({ groups }: MetricsExport): Promise<ExportOutcome> {
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    return new ExportOutcome('metrics', count, count > 0 ? 'metrics are not kept' : '')
  },
}

export const logExportOperations = [logsOperation, metricsOperation]
