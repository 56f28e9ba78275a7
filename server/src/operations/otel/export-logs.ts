import { exportLogs, exportMetrics } from '@heddle/contract/otel'
import { EVENT_LENGTH_MAX, loggedEvents } from '../../otel/logged-events.ts'
import type { LogRecord, ResourceLogs } from '../../otel/logs.ts'
import { redactRecords } from '../../otel/redact.ts'
import type { Routed } from '../../otel/routing.ts'
import { sortLogs } from '../../otel/sort-logs.ts'
import type { AnyOperation, Context } from '../operation.ts'
import { storeSpans } from './export-traces.ts'
import { reconcileCalls } from './late-arrivals.ts'
import { checkCopies, ExportOutcome, NO_PROJECT, placedSpans, projectsOf } from './otlp-operation.ts'
import { Rejections } from './rejections.ts'

/** A log export, decoded, with the project of each group. */
export interface LogExport {
  readonly groups: readonly Routed<ResourceLogs>[]
}

/** A metrics export, of which only the number of data points is read. */
export interface MetricsExport {
  readonly groups: readonly Routed<{ readonly count: number }>[]
}

/**
 * Stores log records with LLM events: those of coding agents as calls, those of the GenAI conventions with the calls of their spans, once these
 * have arrived. All others are counted as rejected, which exporters do not treat as an error.
 */
const logsOperation: AnyOperation = {
  endpoint: exportLogs,
  gate: { access: 'write', projects: projectsOf },
  async run({ groups }: LogExport, context: Context): Promise<ExportOutcome> {
    const sorted = groups.map(({ scopes, ...group }) => ({
      ...group,
      scopes: scopes.map(({ scope, records }) => ({ scope, ...sortLogs(records, scope) })),
    }))
    checkCopies(sorted)
    const rejections = new Rejections()
    const spans = placedSpans(sorted, rejections)
    if (spans.length > 0) await storeSpans(spans, rejections, context)
    for (const { project_id, scopes } of sorted) {
      const events = scopes.flatMap((scope) => scope.events)
      if (project_id !== null) await storeEvents(project_id, events, rejections, context)
      else for (const event of events) rejections.add(event, NO_PROJECT)
    }
    const ignored = sorted
      .flatMap(({ scopes }) => scopes)
      .reduce((sum, scope) => sum + scope.ignored.length, 0)
    return outcomeOf(ignored, rejections, context)
  },
}

async function storeEvents(
  project_id: string,
  records: readonly LogRecord[],
  rejections: Rejections,
  context: Context,
): Promise<void> {
  const { redactor } = await context.settings.of(project_id)
  const events = loggedEvents(redactRecords(records, redactor)).filter(({ event }, index) => {
    const isTooLarge = event.text.length > EVENT_LENGTH_MAX
    const record = records[index]
    if (isTooLarge && record) rejections.add(record, TOO_LARGE)
    return !isTooLarge
  })
  if (events.length === 0) return
  await context.storage.calls.write(
    events.map(({ call_id, key, event }) => ({ part: 'event', project_id, id: call_id, key, event })),
  )
  const logged = new Set(events.map(({ call_id }) => call_id))
  await reconcileCalls(project_id, { logged, placed: new Set() }, context)
}

const TOO_LARGE = `the event is over ${EVENT_LENGTH_MAX} characters long`

/** Each span is made from one record, so rejected spans count as records. */
function outcomeOf(ignored: number, rejections: Rejections, { log }: Context): ExportOutcome {
  if (rejections.count > 0) {
    log.warn({ rejected: rejections.count, reasons: rejections.message }, 'OTLP: log records rejected')
  }
  const reasons = [...(ignored > 0 ? [NOT_KEPT] : []), ...(rejections.count > 0 ? [rejections.message] : [])]
  return new ExportOutcome('logs', ignored + rejections.count, reasons.join('; '))
}

const NOT_KEPT =
  'log records are kept only if they carry events of coding agents, or events of LLM calls that are not also on spans'

/** Acknowledges metrics without storing them, so that an exporter can use one endpoint for all signals. */
const metricsOperation: AnyOperation = {
  endpoint: exportMetrics,
  gate: { access: 'write', projects: projectsOf },
  async run({ groups }: MetricsExport): Promise<ExportOutcome> {
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    return new ExportOutcome('metrics', count, count > 0 ? 'metrics are not kept' : '')
  },
}

export const logExportOperations = [logsOperation, metricsOperation]
