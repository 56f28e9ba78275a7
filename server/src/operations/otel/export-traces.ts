import { exportTraces } from '@heddle/contract/otel'
import { groupBy } from '../../domain/measures/group-by.ts'
import type { LazyValue } from '../../json/lazy.ts'
import { Span } from '../../messages/span.ts'
import { callFromSpan } from '../../otel/calls-from-spans.ts'
import type { PlacedSpan } from '../../otel/placed-span.ts'
import type { ReadSpan } from '../../otel/read-span.ts'
import { redactSpans } from '../../otel/redact.ts'
import { membershipsOf } from '../../otel/sessions.ts'
import { describeParts, type UndescribedPart } from '../calls/describe.ts'
import { authorIn } from '../calls/write.ts'
import type { Context } from '../operation.ts'
import { affectedBySpans, callKey, reconcileCalls } from './late-arrivals.ts'
import { otlpOperation } from './otlp-operation.ts'
import { publishOps } from './publish-ops.ts'
import type { Rejections } from './rejections.ts'

export const traceExportOperations = [otlpOperation(exportTraces, storeSpans)]

/**
 * Stores each span as a complete call. A span that is sent again replaces its call. The placeholders that Logfire exports when
 * a span starts are skipped: the span itself follows under another id.
 */
export async function storeSpans(
  spans: readonly PlacedSpan[],
  rejections: Rejections,
  context: Context,
): Promise<void> {
  const author = await authorIn(context, [...new Set(spans.map(({ project_id }) => project_id))])
  const redacted = redactSpans(spans, author.redactor)
  const finished = redacted.filter(({ span }) => span.attributes.get('logfire.span_type') !== 'pending_span')
  const memberships = membershipsOf(finished)
  const calls = finished.flatMap(
    (placed) =>
      rejections.attempt(placed.span, () =>
        callFromSpan(placed, memberships.get(placed), { ...author, redactor: () => undefined }),
      ) ?? [],
  )
  // The ops come first: whoever finds a call finds its op.
  await publishOps(
    calls.map(({ start }) => start),
    context,
  )
  const parts = calls.flatMap(({ start, end, span }): UndescribedPart[] => [
    { part: 'start', start, span: span && spanOf(span) },
    { part: 'end', end },
  ])
  const described = describeParts(parts)
  const keys = calls.map(({ start }) => callKey(start.project_id, start.id))
  await context.spanWrites.run(keys, () => context.storage.calls.write(described))
  for (const [projectId, inProject] of groupBy(calls, ({ start }) => start.project_id)) {
    await reconcileCalls(projectId, await affectedBySpans(projectId, inProject, context), context)
  }
}

const spanOf = ({ span, tree, attributes }: ReadSpan): Span =>
  new Span(
    new Map<string, LazyValue>([
      ['name', span.name],
      ['attributes', tree],
    ]),
    attributes,
  )
