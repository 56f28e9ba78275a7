import type { LazyMap } from '../json/lazy.ts'
import { SpanAttributes } from '../semconv/span-attributes.ts'
import { attributeTree } from './attribute-tree.ts'
import type { PlacedSpan } from './placed-span.ts'
import { checkSpanIds } from './span-ids.ts'
import { checkSpanTimes } from './span-times.ts'

/** A span with its attributes read once, as a tree and by their meanings. */
export interface ReadSpan extends PlacedSpan {
  readonly tree: LazyMap
  readonly attributes: SpanAttributes
}

/** Throws if the span cannot be stored. */
export function readSpan(placed: PlacedSpan): ReadSpan {
  checkSpanIds(placed.span)
  checkSpanTimes(placed.span)
  const { project_id, resource, scope, span } = placed
  const tree = attributeTree(span.attributes)
  return { project_id, resource, scope, span, tree, attributes: new SpanAttributes(tree) }
}
