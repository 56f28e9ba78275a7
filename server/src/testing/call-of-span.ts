import { callFromSpan } from '../otel/calls-from-spans.ts'
import { decodeTraces } from '../otel/decode.ts'
import { membershipsOf } from '../otel/sessions.ts'
import { exportedSpan, exportOf } from './otlp.ts'

/** The call made from a span, with its payloads parsed. */
export async function callOfSpan(attributes: object, fields: object = {}, resource: object = {}) {
  const body = Buffer.from(JSON.stringify(exportOf([exportedSpan(attributes, fields)], resource)))
  const [group] = await decodeTraces({ body, encoding: 'json', contentEncoding: '', bytesMax: 1024 ** 2 })
  const inScope = group?.scopes[0]
  const span = inScope?.spans[0]
  if (!group || !inScope || !span) throw new Error('no span was decoded')
  const placed = { project_id: 'team/app', resource: group.resource, scope: inScope.scope, span }
  const membership = membershipsOf([placed]).get(placed)
  const { start, end } = callFromSpan(placed, membership, {
    wb_user_id: 'u',
    newId: () => 'id',
    retentionDays: () => null,
    redactor: () => undefined,
  })
  return {
    ...start,
    ...end,
    attributes: JSON.parse(start.attributes.text),
    inputs: JSON.parse(start.inputs.text),
    otel_dump: JSON.parse(start.otel_dump?.text ?? 'null'),
    output: JSON.parse(end.output?.text ?? 'null'),
    summary: JSON.parse(end.summary.text),
  }
}
