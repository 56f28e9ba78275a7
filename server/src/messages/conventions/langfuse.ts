import { parseEncoded } from '../json-fields.ts'
import { readSettings } from '../settings.ts'
import { type Convention, payloadSide } from './convention.ts'

/** Langfuse: the raw input and output of every observation as JSON. */
export const langfuse: Convention = {
  input: (span) => payloadSide(parseEncoded(span.value('langfuse.observation.input'))),
  output: (span) => payloadSide(parseEncoded(span.value('langfuse.observation.output'))),
  settings: (span) => {
    const model = span.text('langfuse.observation.model.name')
    const parameters = span.map('langfuse.observation.model.parameters') ?? new Map()
    return { ...readSettings(parameters), ...(model && { model }) }
  },
}

/** The input and output of a trace, which are on one of its spans. */
export const langfuseTrace: Convention = {
  input: (span) => payloadSide(parseEncoded(span.value('langfuse.trace.input'))),
  output: (span) => payloadSide(parseEncoded(span.value('langfuse.trace.output'))),
}
