import type { CallSource } from './call-source.ts'
import { readKind } from './kind.ts'
import type { Kind } from './message.ts'
import { previewInput, previewOutput } from './preview.ts'
import { readInput, readOutput } from './read-call.ts'

/** What lists show of a call. */
export interface CallSummary {
  readonly kind: Kind
  readonly input_preview: string
  readonly output_preview: string
}

/** Cheap enough for every call that is written: parses each column at most once, and reads neither tools nor settings. */
export function describeCall(call: CallSource): CallSummary {
  const kind = readKind(call)
  return {
    kind,
    input_preview: previewInput(readInput(call, kind)),
    output_preview: previewOutput(readOutput(call, kind)),
  }
}
