import type { Convention } from './convention.ts'

/** OpenLIT. */
export const openLit: Convention = {
  output: ['gen_ai.content.completion'],
}
