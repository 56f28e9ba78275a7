import { completeCalls, upsertCalls } from '@heddle/contract/call-batches'
import { newCallEnd, newCallStart, newCompleteCall } from '../../server/src/domain/calls/new-call.ts'
import { requestReader } from '../../server/src/http/request/read-request.ts'
import { describeParts, type UndescribedPart } from '../../server/src/operations/calls/describe.ts'
import type { CallPart } from '../../server/src/storage/port/calls.ts'
import type { Batch } from './batches.ts'
import { messageOf } from './messages.ts'

const readParts = requestReader(upsertCalls)
const readWhole = requestReader(completeCalls)

/** A batch as the server passes it to the storage: parsed, validated, redacted, described. */
export function partsOf(batch: Batch): CallPart[] {
  const { body } = messageOf(batch)
  if (batch.form === 'parts')
    return describeParts(
      readParts({ params: {}, query: {}, body }).batch.flatMap(({ req }) => partsOfItem(req)),
    )
  const [entity = '', project = ''] = batch.projectId.split('/')
  const calls = readWhole({ params: { entity, project }, query: {}, body }).batch
  const parts = calls.flatMap((record): UndescribedPart[] => {
    const { start, end } = newCompleteCall(record, AUTHOR, [])
    return [
      { part: 'start', start },
      { part: 'end', end },
    ]
  })
  return describeParts(parts)
}

type Item = ReturnType<typeof readParts>['batch'][number]

function partsOfItem({ start, end }: Item['req']): UndescribedPart[] {
  const parts: UndescribedPart[] = []
  if (start) parts.push({ part: 'start', start: newCallStart(start, AUTHOR, []) })
  if (end) parts.push({ part: 'end', end: newCallEnd(end, AUTHOR, []) })
  return parts
}

const AUTHOR = {
  wb_user_id: 'bench',
  retentionDays: () => null,
  redactor: () => undefined,
  newId(): string {
    throw new Error('benchmark calls must have ids')
  },
}
