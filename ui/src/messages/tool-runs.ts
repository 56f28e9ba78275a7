import { createContext } from 'react'
import type { ToolUse } from './chat.ts'

/** How a tool ran. */
export interface ToolRun {
  /** Page of the traced call, if it has one. */
  readonly href?: string
  /** Undefined while running. */
  readonly durationMs: number | undefined
  readonly error: string | undefined
}

/** Finds out how a tool ran, in the trace around a message. */
export const ToolRuns = createContext<(use: ToolUse) => ToolRun | undefined>(() => undefined)
