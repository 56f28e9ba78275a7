import { exportTraces } from '@heddle/contract/otel'
import type { Author, UndescribedStart } from '../../domain/calls/new-call.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import type { LazyValue } from '../../json/lazy.ts'
import { Span } from '../../messages/span.ts'
import { callFromSpan } from '../../otel/calls-from-spans.ts'
import type { PlacedSpan } from '../../otel/placed-span.ts'
import type { ReadSpan } from '../../otel/read-span.ts'
import { redactSpans } from '../../otel/redact.ts'
import { membershipsOf } from '../../otel/sessions.ts'
import type { CallBatch } from '../../storage/port/calls.ts'
import { acknowledge } from '../acknowledge.ts'
import { authorIn } from '../calls/author.ts'
import { describeParts, type UndescribedPart } from '../calls/describe.ts'
import { callKey } from '../keyed-queue.ts'
import type { Context } from '../operation.ts'
import { affectedBySpans, reconcileCalls } from './late-arrivals.ts'
import { otlpOperation } from './otlp-operation.ts'
import { publishOps } from './publish-ops.ts'
import type { Rejections } from './rejections.ts'

export const traceExportOperations = [otlpOperation(exportTraces, storeSpans)]

/**
 * Stores each span as a complete call. A span that is sent again replaces its call. The placeholders that Logfire exports when
 * a span starts are skipped: the span itself follows under another id.
 */
export function storeSpans(
  spans: readonly PlacedSpan[],
  rejections: Rejections,
  context: Context,
): Promise<void> {
  return reconcileStored(writeSpans(spans, rejections, context), context)
}

/** What is left to know of a call once it is stored. */
type StoredSpan = Pick<UndescribedStart, 'project_id' | 'id' | 'parent_id' | 'op_name'>

async function reconcileStored(written: Promise<readonly StoredSpan[]>, context: Context): Promise<void> {
  for (const [projectId, calls] of groupBy(await written, ({ project_id }) => project_id)) {
    await reconcileCalls(projectId, await affectedBySpans(projectId, calls, context), context)
  }
}

function writeSpans(
  spans: readonly PlacedSpan[],
  rejections: Rejections,
  context: Context,
): Promise<readonly StoredSpan[]> {
  const projectIds = new Set(spans.map(({ project_id }) => project_id))
  return authorIn(context, [...projectIds]).then((author) => {
    const batch = context.storage.calls.newBatch()
    const stored = addCalls(batch, spans, author, rejections)
    return acknowledge(writeAfterOps(batch, stored, context), stored)
  })
}

/** The parts of each call are added before the next span is read, so that what its span was read into can be collected. */
function addCalls(
  batch: CallBatch,
  spans: readonly PlacedSpan[],
  author: Author,
  rejections: Rejections,
): StoredSpan[] {
  const redacted = redactSpans(spans, author.redactor)
  const finished = redacted.filter(({ span }) => span.attributes.get('logfire.span_type') !== 'pending_span')
  const memberships = membershipsOf(finished)
  const withoutRedactor = { ...author, redactor: () => undefined }
  const stored: StoredSpan[] = []
  const addCall = (placed: PlacedSpan): void => {
    const { start, end, span } = callFromSpan(placed, memberships.get(placed), withoutRedactor)
    const ofStart: UndescribedPart = { part: 'start', start, span: span && spanOf(span) }
    batch.add(describeParts([ofStart, { part: 'end', end }]))
    const { project_id, id, parent_id, op_name } = start
    stored.push({ project_id, id, parent_id, op_name })
  }
  for (const placed of finished) rejections.attempt(placed.span, () => addCall(placed))
  return stored
}

/** Publishes the ops first, so that every call that is found has its op. */
function writeAfterOps(batch: CallBatch, stored: readonly StoredSpan[], context: Context): Promise<void> {
  const keys = stored.map(({ project_id, id }) => callKey(project_id, id))
  return publishOps(stored, context).then(() =>
    context.writesInTurn.run(keys, () => context.storage.calls.write(batch)),
  )
}

const spanOf = ({ span, tree, attributes }: ReadSpan): Span =>
  new Span(
    new Map<string, LazyValue>([
      ['name', span.name],
      ['attributes', tree],
    ]),
    attributes,
  )
