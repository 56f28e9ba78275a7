import * as Schema from 'typebox/schema'
import { messageOf, ServiceError } from '../../errors.ts'
import { membersOf } from '../../json/members.ts'
import type { JsonText } from '../../json/text.ts'
import { classOf } from '../objects/class.ts'
import { withinDeadline } from './within-deadline.ts'

/** What the ref of an annotation refers to. */
export type AnnotationSpecLookup =
  | { readonly state: 'missing'; readonly digest: string }
  | { readonly state: 'deleted' }
  | { readonly state: 'found'; readonly val: JsonText }

/** Throws if the spec of an annotation does not exist, is not a spec, or does not allow the value. */
export function checkAnnotation(payload: JsonText, spec: AnnotationSpecLookup): void {
  if (spec.state === 'missing') {
    const details = { missing_object_digests: [spec.digest] }
    throw new ServiceError('not_found', 'annotation_ref names an object that does not exist', details)
  }
  if (spec.state === 'deleted')
    throw new ServiceError('invalid_request', 'annotation_ref names a deleted object')
  if (classOf(spec.val).base_object_class !== 'AnnotationSpec') {
    throw new ServiceError('invalid_request', 'annotation_ref names an object that is not an AnnotationSpec')
  }
  if (!allows(memberOf(spec.val, 'field_schema') ?? {}, memberOf(payload, 'value'))) {
    throw new ServiceError('invalid_request', 'payload.value does not fit the field_schema of its annotation')
  }
}

/** Users write these schemas, whose patterns may backtrack, or their references expand, without end. */
function allows(schema: unknown, value: unknown): boolean {
  if (!Schema.IsSchema(schema))
    throw new ServiceError('invalid_request', 'the field_schema of the annotation is not a valid JSON Schema')
  try {
    return withinDeadline(() => Schema.Check(schema, value))
  } catch (cause) {
    const reason = messageOf(cause)
    throw new ServiceError(
      'invalid_request',
      `the field_schema of the annotation cannot be applied: ${reason}`,
    )
  }
}

function memberOf(object: JsonText, name: string): unknown {
  const member = membersOf(object)?.get(name)
  return member && JSON.parse(member.text)
}
