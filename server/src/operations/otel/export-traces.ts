import { exportTraces } from '@heddle/contract/otel'
import { callFromSpan } from '../../otel/calls-from-spans.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { startedBy } from '../calls/write.ts'
import { otlpOperation } from './otlp-operation.ts'
import { publishOps } from './publish-ops.ts'

export const traceExportOperations = [
  /** Every span becomes a call, complete as it comes; one that is sent again takes its own place. */
  otlpOperation(exportTraces, async (spans, rejections, context) => {
    const author = await startedBy(context, [...new Set(spans.map(({ project_id }) => project_id))])
    const calls = spans.flatMap(
      (placed) => rejections.attempt(placed.span, () => callFromSpan(placed, author)) ?? [],
    )
    // The ops come first: whoever finds a call finds its op.
    await publishOps(
      calls.map(({ start }) => start),
      context,
    )
    await context.storage.calls.write(
      calls.flatMap(({ start, end }): CallPart[] => [
        { part: 'start', start },
        { part: 'end', end },
      ]),
    )
  }),
]
