/** Traces with fewer levels fit beside their names at full indentation. */
const LEVELS_SHALLOW = 12
/** More levels than this cannot be told apart by indentation. */
const LEVELS_MAX = 30

interface Indentation {
  /** Depth shown without indentation; calls above it are shown without, too. */
  readonly fromDepth: number
  /** Levels of indentation that must fit, at least 1. */
  readonly levels: number
}

/**
 * Indentation of the rows in view, given their depths. Deep in a trace, the common ancestors of these rows
 * are left out, so that each level keeps a visible width.
 */
export function indentation(depths: readonly number[]): Indentation {
  const deepest = Math.max(0, ...depths)
  if (deepest <= LEVELS_SHALLOW) return { fromDepth: 0, levels: Math.max(1, deepest) }
  const fromDepth = Math.max(Math.min(...depths), deepest - LEVELS_MAX)
  return { fromDepth, levels: Math.max(1, deepest - fromDepth) }
}
