import type { Convention } from './convention.ts'

/** OpenLLMetry, by Traceloop. */
export const openLlmetry: Convention = {
  inputs: ['traceloop.entity.input'],
  output: ['traceloop.entity.output'],
  kind: ['traceloop.span.kind'],
  total_tokens: ['llm.usage.total_tokens'],
}
