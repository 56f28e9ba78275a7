import { ServiceError } from '../errors.ts'
import type { JsonText } from '../json/text.ts'
import { type Kind, requestModelOf } from '../semconv/kind.ts'
import type { CallSource } from './call-source.ts'
import { readKind } from './kind.ts'
import { previewInput, previewOutput } from './preview.ts'
import { quickInputPreview, quickOutputPreview } from './quick-preview.ts'
import { readInput, readOutput } from './read-call.ts'

/** What lists show of a call, and what else is kept of its payloads. */
interface CallSummary {
  readonly kind: Kind
  readonly input_preview: string
  readonly output_preview: string
  readonly response_id: string | null
}

/** Cheap enough for every call that is written: parses each column at most once, and reads neither tools nor settings. */
export function describeCall(call: CallSource): CallSummary {
  const { kind, input_preview, response_id } = describeStart(call)
  return { kind, input_preview, output_preview: outputPreview(call, kind), response_id }
}

/** What the start of a call says without its end. */
export function describeStart(call: CallSource): Omit<CallSummary, 'output_preview'> {
  const kind = readKind(call)
  return {
    kind,
    input_preview: inputPreview(call, kind),
    response_id: nameOrNull(call.span?.text('gen_ai.response.id')),
  }
}

/** The model that the span of a call asked for. */
export function askedModelOf({ span }: CallSource): string | null {
  const asked = span && requestModelOf(span.meanings)
  return typeof asked === 'string' ? nameOrNull(asked) : null
}

/** Anything longer is neither an id nor the name of a model. */
const NAME_LENGTH_MAX = 200

const nameOrNull = (text: string | undefined): string | null =>
  text === undefined || text.length > NAME_LENGTH_MAX ? null : text

/** What the end of a call says. */
export const describeOutput = (call: CallSource): string => outputPreview(call, readKind(call))

function inputPreview(call: CallSource, kind: Kind): string {
  const json = OTHERWISE_READ.has(kind) ? undefined : call.rawInput
  return (json && quickly(quickInputPreview, json)) ?? previewInput(readInput(call, kind))
}

function outputPreview(call: CallSource, kind: Kind): string {
  const json = OTHERWISE_READ.has(kind) ? undefined : call.rawOutput
  return (json && quickly(quickOutputPreview, json)) ?? previewOutput(readOutput(call, kind))
}

/** Undefined for a payload with too many values, of which the general readers show what they can. */
function quickly(preview: typeof quickInputPreview, json: JsonText): string | undefined {
  try {
    return preview(json)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Kinds whose payloads are not read as messages first. */
const OTHERWISE_READ: ReadonlySet<Kind> = new Set(['tool', 'embedding', 'retriever', 'reranker'])
