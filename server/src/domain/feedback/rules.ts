import { ServiceError } from '../../errors.ts'
import { membersOf } from '../../json/members.ts'
import type { JsonText } from '../../json/text.ts'
import { parseRef, type Ref } from '../objects/ref.ts'
import { isLongerThan } from '../text-length.ts'
import {
  AGENT_MONITOR,
  AGENT_USER_FEEDBACK,
  ANNOTATION,
  type FeedbackRequest,
  NOTE,
  REACTION,
  RUNNABLE,
} from './feedback.ts'

const NOTE_LENGTH_MAX = 1024

/** Throws for requests that are invalid by themselves, without looking anything up. */
export function checkFeedbackRules(request: FeedbackRequest): void {
  const payload = membersOf(request.payload)
  if (!payload) throw new ServiceError('invalid_request', 'payload must be an object')
  checkKnownPayload(request.feedback_type, payload)
  checkType(request, payload)
  checkScores(request)
  checkRefKinds(request)
}

type Members = ReadonlyMap<string, JsonText>

function checkKnownPayload(type: string, payload: Members): void {
  if (type === REACTION && payload.get('emoji')?.kind !== 'string') {
    throw new ServiceError('invalid_request', `payload.emoji must be a string in ${REACTION}`)
  }
  if (type !== NOTE) return
  const note: unknown = JSON.parse(payload.get('note')?.text ?? 'null')
  if (typeof note !== 'string' || note === '' || isLongerThan(note, NOTE_LENGTH_MAX)) {
    throw new ServiceError(
      'invalid_request',
      `payload.note must be a string of 1 to ${NOTE_LENGTH_MAX} characters in ${NOTE}`,
    )
  }
}

function checkType(request: FeedbackRequest, payload: Members): void {
  const type = request.feedback_type
  if (type.startsWith(ANNOTATION)) {
    checkAnnotationType(request, payload)
    return
  }
  refuseRefs(request, ['annotation_ref'])
  if (type.startsWith(RUNNABLE)) checkRunnableType(request, payload)
  else if (type === AGENT_MONITOR) requireRefs(request, ['runnable_ref', 'call_ref', 'trigger_ref'])
  else refuseRefs(request, ['runnable_ref', 'call_ref', 'trigger_ref'])
}

function checkAnnotationType(request: FeedbackRequest, payload: Members): void {
  const ref = checkNamedRef(request, ANNOTATION, 'annotation_ref')
  if (ref.project_id !== request.project_id)
    throw new ServiceError('invalid_request', `annotation_ref must be of ${request.project_id}`)
  if (!payload.has('value'))
    throw new ServiceError('invalid_request', 'payload.value is required in an annotation')
}

function checkRunnableType(request: FeedbackRequest, payload: Members): void {
  const ref = checkNamedRef(request, RUNNABLE, 'runnable_ref')
  if (ref.kind === 'op') requireRefs(request, ['call_ref'])
  if (!payload.has('output'))
    throw new ServiceError('invalid_request', 'payload.output is required in a runnable')
}

/** The kinds of ref that each field accepts. */
const REF_KINDS = {
  annotation_ref: ['object'],
  runnable_ref: ['op', 'object'],
  call_ref: ['call'],
  trigger_ref: ['object'],
} as const satisfies Record<string, readonly Ref['kind'][]>

type RefField = keyof typeof REF_KINDS

/** A type like `wandb.runnable.NAME` requires a ref to the object NAME. */
function checkNamedRef(
  request: FeedbackRequest,
  family: string,
  field: 'annotation_ref' | 'runnable_ref',
): Extract<Ref, { kind: 'object' | 'op' }> {
  requireRefs(request, [field])
  const ref = refOf(request, field)
  if ((ref?.kind !== 'object' && ref?.kind !== 'op') || `${family}.${ref.name}` !== request.feedback_type) {
    throw new ServiceError(
      'invalid_request',
      `feedback_type must be ${family}. and the name of the object that ${field} leads to`,
    )
  }
  return ref
}

function checkScores(request: FeedbackRequest): void {
  const { feedback_type: type, scorer_tags = [] } = request
  const hasScores = [
    scorer_tags,
    request.scorer_tag_reasons ?? {},
    request.scorer_tag_confidences ?? {},
    request.scorer_ratings ?? {},
    request.scorer_rating_reasons ?? {},
    request.scorer_rating_confidences ?? {},
  ].some((scores) => Object.keys(scores).length > 0)
  const mayHaveScores =
    type.startsWith(`${RUNNABLE}.`) || type === AGENT_MONITOR || type === AGENT_USER_FEEDBACK
  if (hasScores && !mayHaveScores)
    throw new ServiceError('invalid_request', `scorer fields are not for the feedback_type ${type}`)
  if (type === AGENT_USER_FEEDBACK && scorer_tags.length === 0) {
    throw new ServiceError('invalid_request', `scorer_tags must not be empty in ${AGENT_USER_FEEDBACK}`)
  }
}

function checkRefKinds(request: FeedbackRequest): void {
  refOf(request, 'runnable_ref')
  refOf(request, 'call_ref')
  refOf(request, 'trigger_ref')
}

/** The ref in a field; undefined if it is absent or empty. */
function refOf(request: FeedbackRequest, field: RefField): Ref | undefined {
  const text = request[field]
  if (!text) return undefined
  const kinds: readonly string[] = REF_KINDS[field]
  const ref = parseRef(text)
  if (!ref || !kinds.includes(ref.kind))
    throw new ServiceError('invalid_request', `${field} must be a ref of the kind ${kinds.join(' or ')}`)
  return ref
}

function requireRefs(request: FeedbackRequest, fields: readonly RefField[]): void {
  const missing = fields.find((field) => !request[field])
  if (missing)
    throw new ServiceError(
      'invalid_request',
      `${missing} is required with the feedback_type ${request.feedback_type}`,
    )
}

function refuseRefs(request: FeedbackRequest, fields: readonly RefField[]): void {
  const surplus = fields.find((field) => request[field])
  if (surplus)
    throw new ServiceError(
      'invalid_request',
      `${surplus} is not for the feedback_type ${request.feedback_type}`,
    )
}
