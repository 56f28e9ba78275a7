import { queryAuditLog } from '@heddle/contract/audit'
import { closeCalls } from '@heddle/contract/calls'
import { type Actor, type AuditEntry, type AuditedChange, auditDetails } from '../domain/accounts/audit.ts'
import { entityOf } from '../domain/projects/project.ts'
import { ServiceError } from '../errors.ts'
import { formatDateTime, readDateTime } from '../time.ts'
import { type AnyOperation, type Context, operation } from './operation.ts'

/** Records the changes of one actor. */
export interface Recorder extends Pick<Context, 'now' | 'newId'> {
  readonly storage: Pick<Context['storage'], 'audit'>
  readonly actor: Actor
}

/**
 * Stores an entry in the audit log. Changes are recorded before they are made, so that none is missing from the log: after a
 * crash in between, or if the change fails, the log has an entry for a change that was not made.
 */
export function recordChange(
  { storage, now, newId, actor }: Recorder,
  change: Pick<AuditedChange, 'action' | 'target'> & Partial<Pick<AuditedChange, 'entity' | 'project_id'>>,
  details: object = {},
): Promise<void> {
  const { project_id = null, entity = project_id === null ? null : entityOf(project_id) } = change
  return storage.audit.append({
    ...actor,
    ...change,
    entity,
    project_id,
    at: now(),
    id: newId(),
    details: auditDetails(details),
  })
}

export const callerAsActor = ({ caller: { user } }: Context): Actor => ({
  via: 'api',
  actor_id: user.id,
  actor_name: user.name,
})

/** Adds an audit entry to operations that delete data or close calls. Returns others unchanged. */
export function withAudit(audited: AnyOperation): AnyOperation {
  const { endpoint, gate } = audited
  const action = deletesData(audited) ? 'data.delete' : endpoint === closeCalls ? 'calls.close' : undefined
  if (action === undefined || gate.access !== 'write') return audited
  return {
    ...audited,
    async run(request, context) {
      const recorder = { ...context, actor: callerAsActor(context) }
      for (const project_id of gate.projects(request)) {
        await recordChange(recorder, { action, project_id, target: endpoint.path }, request)
      }
      return audited.run(request, context)
    },
  }
}

export const deletesData = ({ endpoint: { method, path } }: AnyOperation): boolean =>
  method === 'DELETE' || path.endsWith('/delete') || path.endsWith('/purge')

const PAGE_SIZE = 100

export const auditOperations = [
  operation(queryAuditLog, { access: 'admin', entity: ({ entity }) => entity }, async (request, context) => {
    const { entity, project_id, user_name, action, since, cursor, limit = PAGE_SIZE } = request
    const entries = await context.storage.audit.find({
      entity,
      project_id,
      actor_name: user_name,
      action,
      since: since === undefined ? undefined : readDateTime(since, ['body', 'since']),
      before: cursor === undefined ? undefined : readCursor(cursor),
      limit,
    })
    const last = entries.length === limit ? entries.at(-1) : undefined
    return { entries: entries.map(entryView), next_cursor: last ? `${last.at}/${last.id}` : null }
  }),
]

export const entryView = ({ at, details, ...entry }: AuditEntry) => ({
  at: formatDateTime(at),
  ...entry,
  details: JSON.parse(details),
})

function readCursor(cursor: string): Pick<AuditEntry, 'at' | 'id'> {
  const slash = cursor.indexOf('/')
  const at = Number(cursor.slice(0, Math.max(slash, 0)))
  if (slash > 0 && Number.isSafeInteger(at)) return { at, id: cursor.slice(slash + 1) }
  throw new ServiceError('invalid_request', `not a cursor of this list: ${JSON.stringify(cursor)}`)
}
