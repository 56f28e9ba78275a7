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
import type { CallPart } from '../../storage/port/calls.ts'
import { acknowledge } from '../acknowledge.ts'
import { describeParts } from '../calls/describe.ts'
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
  return authorIn(context, [...projectIds]).then((author) =>
    writeCalls(partsOf(spans, author, rejections), context),
  )
}

/** Each call is described before the next span is read, so that what its span was read into can be collected. */
function partsOf(spans: readonly PlacedSpan[], author: Author, rejections: Rejections): CallPart[] {
  const redacted = redactSpans(spans, author.redactor)
  const finished = redacted.filter(({ span }) => span.attributes.get('logfire.span_type') !== 'pending_span')
  const memberships = membershipsOf(finished)
  const withoutRedactor = { ...author, redactor: () => undefined }
  const partsOfCall = (placed: PlacedSpan): CallPart[] => {
    const { start, end, span } = callFromSpan(placed, memberships.get(placed), withoutRedactor)
    return describeParts([
      { part: 'start', start, span: span && spanOf(span) },
      { part: 'end', end },
    ])
  }
  return finished.flatMap((placed) => rejections.attempt(placed.span, () => partsOfCall(placed)) ?? [])
}

function writeCalls(parts: readonly CallPart[], context: Context): Promise<readonly StoredSpan[]> {
  const stored = parts.flatMap((part) => (part.part === 'start' ? storedSpan(part.start) : []))
  return acknowledge(writeAfterOps(parts, stored, context), stored)
}

const storedSpan = ({ project_id, id, parent_id, op_name }: StoredSpan): StoredSpan => {
  return { project_id, id, parent_id, op_name }
}

/** Publishes the ops first, so that every call that is found has its op. */
function writeAfterOps(
  parts: readonly CallPart[],
  stored: readonly StoredSpan[],
  context: Context,
): Promise<void> {
  const keys = stored.map(({ project_id, id }) => callKey(project_id, id))
  return publishOps(stored, context).then(() =>
    context.spanWrites.run(keys, () => context.storage.calls.write(parts)),
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
