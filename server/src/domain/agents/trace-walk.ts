import { groupBy } from '../measures/group-by.ts'
import type { DetailedAgentSpan } from './span.ts'

export interface TraceMoment {
  readonly span: DetailedAgentSpan
  /** A span opens before those below it, and closes after them. */
  readonly moment: 'opens' | 'closes'
}

/**
 * Walks the spans of a trace depth first from its roots, siblings by start. Visits every span once, even if parents form a
 * cycle.
 */
export function* walkTrace(spans: readonly DetailedAgentSpan[]): Generator<TraceMoment> {
  const ordered = spans.toSorted(byStart)
  const ids = new Set(spans.map(({ span_id }) => span_id))
  const below = groupBy(ordered, ({ parent_span_id }) => parent_span_id)
  const isRoot = ({ parent_span_id }: DetailedAgentSpan) =>
    parent_span_id === null || !ids.has(parent_span_id)
  const opened = new Set<string>()

  // A stack instead of recursion: a trace may be one long chain.
  for (const root of [...ordered.filter(isRoot), ...ordered]) {
    const waiting: TraceMoment[] = [{ span: root, moment: 'opens' }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { span, moment } = next
      if (moment === 'opens') {
        if (opened.has(span.span_id)) continue
        opened.add(span.span_id)
        waiting.push({ span, moment: 'closes' })
        for (const child of (below.get(span.span_id) ?? []).toReversed()) {
          waiting.push({ span: child, moment: 'opens' })
        }
      }
      yield next
    }
  }
}

const byStart = (left: DetailedAgentSpan, right: DetailedAgentSpan): number =>
  left.started_at - right.started_at || left.ended_at - right.ended_at
