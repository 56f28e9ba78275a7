import type { Endpoint } from '@heddle/contract/endpoint'
import { ServiceError } from '../../errors.ts'
import { writeJson } from '../../json/write.ts'
import type { PlacedSpan } from '../../otel/placed-span.ts'
import type { Routed, RoutedSpans } from '../../otel/routing.ts'
import type { AnyOperation, Context } from '../operation.ts'
import { Rejections } from './rejections.ts'

/** A decoded trace export, with the project of each group. */
export interface TraceExport {
  readonly groups: readonly RoutedSpans[]
}

/** The result of an export. A class, so that the response writer can recognize it. */
export class ExportOutcome {
  readonly signal: Signal
  readonly rejected: number
  readonly errorMessage: string

  constructor(signal: Signal, rejected: number, errorMessage: string) {
    this.signal = signal
    this.rejected = rejected
    this.errorMessage = errorMessage
  }
}

export type Signal = 'traces' | 'logs' | 'metrics'

/**
 * An operation that stores the spans of an exporter. The caller must be allowed to write in every
 * project of the export. Spans without a project are rejected one by one, or with 400 if none has
 * one; `store` adds those it cannot store.
 */
export function otlpOperation(
  endpoint: Endpoint,
  store: (spans: readonly PlacedSpan[], rejections: Rejections, context: Context) => Promise<void>,
): AnyOperation {
  return {
    endpoint,
    gate: { access: 'write', projects: projectsOf },
    run({ groups }: TraceExport, context: Context): Promise<ExportOutcome> {
      checkCopies(groups)
      const rejections = new Rejections()
      const spans = placedSpans(groups, rejections)
      if (spans.length === 0 && rejections.count > 0) {
        context.log.warn({ rejected: rejections.count }, NAME_A_PROJECT)
        throw new ServiceError('invalid_request', NAME_A_PROJECT)
      }
      return outcomeOf(store(spans, rejections, context), rejections, context)
    },
  }
}

async function outcomeOf(
  stored: Promise<void>,
  rejections: Rejections,
  { log }: Context,
): Promise<ExportOutcome> {
  await stored
  if (rejections.count > 0) {
    log.warn({ rejected: rejections.count, reasons: rejections.message }, 'OTLP: spans rejected')
  }
  return new ExportOutcome('traces', rejections.count, rejections.message)
}

export const NO_PROJECT = 'no project is named for it'

const NAME_A_PROJECT =
  'The spans name no project: set the resource attributes wandb.entity and wandb.project, ' +
  'or send project_id as entity/project in a header or in the query string'

/** Each span is stored with the attributes of its resource and scope: large attributes times many spans are rejected. */
export function checkCopies(groups: readonly RoutedSpans[]): void {
  let chars = 0
  for (const { resource, scopes } of groups) {
    const ofResource = writeJson(resource).length
    for (const { scope, spans } of scopes) chars += spans.length * (ofResource + writeJson(scope).length)
  }
  if (chars <= COPIED_CHARS_MAX) return
  const where = 'The attributes of resources and scopes, which are stored with each of their spans,'
  throw new ServiceError('too_large', `${where} have over ${COPIED_CHARS_MAX} characters in all`)
}

const COPIED_CHARS_MAX = 64 * 1024 ** 2

/** The projects of an export's groups, for the gate. */
export function projectsOf({ groups }: { groups: readonly Routed<object>[] }): string[] {
  const projects = groups.map(({ project_id }) => project_id)
  return [...new Set(projects.filter((project) => project !== null))]
}

export function placedSpans(groups: readonly RoutedSpans[], rejections: Rejections): PlacedSpan[] {
  return groups.flatMap(({ project_id, resource, scopes }) =>
    scopes.flatMap(({ scope, spans }) => {
      if (project_id !== null) return spans.map((span) => ({ project_id, resource, scope, span }))
      for (const span of spans) rejections.add(span, NO_PROJECT)
      return []
    }),
  )
}
