import type { CallEnd, CallStart } from '../../domain/calls/call.ts'
import type { ModelUsage } from '../../domain/prices/price.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { type Codec, flag, json, list, membersIn, nullable, number, object, oneOf, text } from './codec.ts'

const name = nullable(text)
const instant = number

const start = object<CallStart>({
  project_id: text,
  id: text,
  trace_id: text,
  parent_id: name,
  thread_id: name,
  turn_id: name,
  op_name: text,
  display_name: name,
  started_at: instant,
  expire_at: nullable(instant),
  attributes: json,
  inputs: json,
  otel_dump: nullable(json),
  input_refs: list(text),
  wb_user_id: text,
  end_user: name,
  kind: name,
  input_preview: name,
  response_id: name,
  wb_run_id: name,
  wb_run_step: nullable(number),
})

const usage = object<ModelUsage>({
  model: text,
  request_model: name,
  reported_cost: nullable(number),
  preferred_cost: nullable(number),
  requests: number,
  prompt_tokens: number,
  completion_tokens: number,
  total_tokens: number,
  cache_read_input_tokens: number,
  cache_creation_input_tokens: number,
})

const end = object<CallEnd>({
  project_id: text,
  id: text,
  ended_at: instant,
  exception: name,
  output: nullable(json),
  summary: json,
  output_refs: list(text),
  wb_run_step_end: nullable(number),
  usage: list(usage),
  descendant_failed: flag,
  output_preview: name,
})

type Part<Name extends CallPart['part']> = Extract<CallPart, { readonly part: Name }>

/** By the kind of part: a new kind cannot be forgotten. */
const PARTS: { readonly [Name in CallPart['part']]: Codec<Part<Name>> } = {
  start: object<Part<'start'>>({ part: oneOf('start'), start }),
  end: object<Part<'end'>>({ part: oneOf('end'), end }),
  rename: object<Part<'rename'>>({ part: oneOf('rename'), project_id: text, id: text, display_name: text }),
  delete: object<Part<'delete'>>({ part: oneOf('delete'), project_id: text, id: text, deleted_at: instant }),
  event: object<Part<'event'>>({ part: oneOf('event'), project_id: text, id: text, key: text, event: json }),
}

const partName = oneOf('start', 'end', 'rename', 'delete', 'event')

const part: Codec<CallPart> = {
  encode: (value) => {
    switch (value.part) {
      case 'start':
        return PARTS.start.encode(value)
      case 'end':
        return PARTS.end.encode(value)
      case 'rename':
        return PARTS.rename.encode(value)
      case 'delete':
        return PARTS.delete.encode(value)
      case 'event':
        return PARTS.event.encode(value)
    }
  },
  decode: (value) => {
    const { part: kind } = { part: undefined, ...membersIn(value) }
    return PARTS[partName.decode(kind)].decode(value)
  },
}

/** One call, as it is written to an export. */
export const parts: Codec<readonly CallPart[]> = list(part)
