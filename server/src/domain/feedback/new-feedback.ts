import { type Issue, malformed, ServiceError } from '../../errors.ts'
import { membersOf, withMember } from '../../json/members.ts'
import { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'
import { parseRef } from '../objects/ref.ts'
import { onlyEmoji } from './emoji.ts'
import { FEEDBACK_DEFAULTS, type Feedback, type FeedbackRequest, REACTION } from './feedback.ts'
import { checkFeedbackRules } from './rules.ts'

const PAYLOAD_LENGTH_MAX = 1024 * 1024

/** Fields that the service adds. The id is for requests without one. */
export interface FeedbackStamp {
  readonly id: string
  readonly wb_user_id: string
  readonly now: Micros
}

/**
 * Returns the row to store, or throws for an invalid request. The caller checks whether an annotation fits its
 * spec and whether a queue exists. `loc` is the path of the record in its request.
 */
export async function newFeedback(
  request: FeedbackRequest,
  stamp: FeedbackStamp,
  loc: Issue['loc'] = ['body'],
): Promise<Feedback> {
  const weave_ref = request.weave_ref ?? request.item_ref
  if (weave_ref === undefined) {
    throw malformed([{ loc: [...loc, 'weave_ref'], msg: 'Field required', type: 'missing' }])
  }
  checkFeedbackRules(request)
  return {
    ...withDefaults(request),
    ...agentSpan(weave_ref, request),
    id: request.id || stamp.id,
    project_id: request.project_id,
    weave_ref,
    wb_user_id: stamp.wb_user_id,
    created_at: stamp.now,
    feedback_type: request.feedback_type,
    payload: await processedPayload(request),
  }
}

/** Fills in defaults. An empty text counts as unset. */
function withDefaults(request: FeedbackRequest): typeof FEEDBACK_DEFAULTS {
  const given = Object.entries(request).filter(
    ([name, value]) => Object.hasOwn(FEEDBACK_DEFAULTS, name) && value !== '',
  )
  return { ...FEEDBACK_DEFAULTS, ...Object.fromEntries(given) }
}

type AgentSpan = Pick<Feedback, 'span_conversation_id' | 'span_trace_id'>

/** Span fields must agree with a ref to an agent's turn or conversation, or be left out. */
function agentSpan(weaveRef: string, request: FeedbackRequest): AgentSpan {
  const { span_conversation_id = '', span_trace_id = '' } = request
  const ref = parseRef(weaveRef)
  if (ref?.kind === 'agent_conversation') {
    checkAgrees('span_conversation_id', span_conversation_id, ref.id)
    checkAgrees('span_trace_id', span_trace_id, '')
    return { span_conversation_id: ref.id, span_trace_id }
  }
  if (ref?.kind === 'agent_turn') {
    checkAgrees('span_trace_id', span_trace_id, ref.id)
    return { span_conversation_id, span_trace_id: ref.id }
  }
  return { span_conversation_id, span_trace_id }
}

function checkAgrees(field: keyof AgentSpan, given: string, implied: string): void {
  if (given === '' || given === implied) return
  const must = implied === '' ? 'must be empty' : `must be ${JSON.stringify(implied)}`
  throw new ServiceError('invalid_request', `${field} ${must} with this weave_ref`)
}

async function processedPayload({ feedback_type, payload }: FeedbackRequest): Promise<JsonText> {
  checkSize(payload)
  if (feedback_type !== REACTION) return payload
  const named = await withEmojiNames(payload)
  checkSize(named)
  return named
}

function checkSize(payload: JsonText): void {
  if (payload.text.length <= PAYLOAD_LENGTH_MAX) return
  throw new ServiceError('invalid_request', `payload has more than ${PAYLOAD_LENGTH_MAX} characters`)
}

async function withEmojiNames(payload: JsonText): Promise<JsonText> {
  const names = await onlyEmoji(JSON.parse(membersOf(payload)?.get('emoji')?.text ?? '""'))
  if (!names) throw new ServiceError('invalid_request', 'payload.emoji must contain exactly one emoji')
  return Object.entries(names).reduce(
    (named, [field, text]) => withMember(named, field, new JsonText(JSON.stringify(text))),
    payload,
  )
}
