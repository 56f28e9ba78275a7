import { agentSpan } from '../../testing/agent-spans.ts'
import type { Storage } from '../port.ts'
import { newAuditEntry } from './audit.ts'
import {
  annotationItem,
  annotationQueue,
  end,
  event,
  feedback,
  json,
  modelUsage,
  newKey,
  newSession,
  newUser,
  objectVersion,
  price,
  remove,
  rename,
  start,
  tableRow,
} from './rows.ts'

export async function writeRichState(storage: Storage, project_id: string): Promise<void> {
  await writeCalls(storage, project_id)
  await writeObjects(storage, project_id)
  await storage.tables.put(
    project_id,
    'table',
    ['r2', 'lost', 'r1', 'r2'],
    [tableRow('r1', { n: 1 }), tableRow('r2', { text: 'x'.repeat(100) })],
  )
  await storage.tables.put(project_id, 'empty', [], [])
  await storage.files.put(project_id, 'file', Uint8Array.from([0, 255, 1]))
  await storage.files.put(project_id, 'nothing', new Uint8Array(0))
  await storage.feedback.put([
    feedback({ project_id, id: 'z', created_at: 1, payload: json({ __proto__: 1, a: [null] }) }),
    feedback({ project_id, id: 'a', created_at: 2, scorer_ratings: { constructor: 3 } }),
  ])
  await storage.prices.put([price(project_id, { id: 'p' }), price(project_id, { id: 'o', created_at: 1 })])
  await writeQueues(storage, project_id)
  await storage.agentSpans.put([
    agentSpan(project_id, 'b', { input_tokens: 3, raw_span_dump: '{"a":1.0}' }),
    agentSpan(project_id, 'a', { finish_reasons: ['stop'] }),
  ])
  await storage.projects.put({ project_id, internal_id: 'from another storage' })
  await storage.projects.setRetentionDays(project_id, 30, 7)
  const held = { held_at: 9, calls: 200, agent_spans: 1 }
  await storage.projects.setRemovalState(project_id, { checked_at: 7, held })
  await storage.projects.setRedactionRules(project_id, [
    { name: 'email', pattern: '\\w+@\\w+', fields: ['inputs'] },
  ])
  await writeAccounts(storage)
}

async function writeCalls(storage: Storage, project_id: string): Promise<void> {
  const key = (id: string) => ({ project_id, id })
  const usage = [modelUsage('m', { prompt_tokens: 7 }), modelUsage('n')]
  await storage.calls.write([
    start(key('whole'), {
      expire_at: 5,
      display_name: 'first',
      input_refs: ['weave:///in', 'weave:///too'],
      inputs: json({ __proto__: 1e300, text: '\ud83c' }),
      otel_dump: json({ a: 1 }),
      wb_run_id: 'run',
      wb_run_step: 3,
      end_user: 'ada',
      kind: 'llm',
      input_preview: 'asked',
      response_id: 'response',
    }),
    end(key('whole'), {
      output: json('x'),
      output_preview: 'x',
      output_refs: ['weave:///out'],
      usage,
      descendant_failed: true,
    }),
    rename(key('whole'), 'second'),
    start(key('open'), { parent_id: 'whole', thread_id: 'thread', turn_id: 'open' }),
    end(key('unstarted'), { exception: 'broken', wb_run_step_end: 4 }),
    rename(key('only a name'), ''),
    event(key('whole'), 'logged', { body: 'é' }),
    event(key('only events'), 'logged'),
    start(key('deleted')),
    remove(key('deleted')),
  ])
}

async function writeObjects({ objects }: Storage, project_id: string): Promise<void> {
  const publish = (object_id: string, digest: string, created_at: number) =>
    objects.publish(objectVersion({ project_id, object_id, digest, created_at, val: json({ digest }) }))
  for (const [at, digest] of ['c', 'b', 'a', 'c'].entries()) await publish('republished', digest, at)
  for (const [at, digest] of ['x', 'y', 'z'].entries()) await publish('pruned', digest, at)
  await objects.delete(project_id, 'pruned', ['x', 'z'], 9)
  await publish('revived', 'a', 1)
  await objects.delete(project_id, 'revived', ['a'], 2)
  await publish('revived', 'a', 3)
  await objects.publish(objectVersion({ project_id, object_id: 'republished', digest: 'op', kind: 'op' }))
  await objects.addTags(project_id, { object_id: 'republished', digest: 'b' }, ['t', 'é'])
  await objects.setAliases(project_id, { object_id: 'republished', digest: 'a' }, ['prod'])
}

async function writeQueues({ queues }: Storage, project_id: string): Promise<void> {
  await queues.put(annotationQueue(project_id, { scorer_refs: ['s'] }))
  await queues.put(annotationQueue(project_id, { id: 'gone', deleted_at: 3 }))
  await queues.addItems([annotationItem(project_id, 'a'), annotationItem(project_id, 'b')])
  const report = { project_id, item_id: 'item-a' }
  await queues.putProgress({
    ...report,
    annotator_user_id: 'z',
    annotation_state: 'completed',
    updated_at: 5,
  })
  await queues.putProgress({ ...report, annotator_user_id: 'a', annotation_state: 'skipped', updated_at: 6 })
  await queues.putProgress({ ...report, annotator_user_id: 'm', annotation_state: 'skipped', updated_at: 4 })
}

async function writeAccounts({ accounts, audit }: Storage): Promise<void> {
  const [user, other] = [newUser({ server_admin: true }), newUser()]
  const key = newKey(user, { scope: 'read', project_id: 'team/app', expires_at: 9_000 })
  for (const each of [user, other]) await accounts.putUser(each)
  await accounts.putMembership({ user_id: other.id, entity: 'team', role: 'editor' })
  for (const each of [key, newKey(user)]) await accounts.putKey(each)
  await accounts.putKeyUse({ key_id: key.id, last_used_at: 7_000 })
  await accounts.putSession(newSession(user, { key_id: key.id }))
  await accounts.putSession(newSession(other))
  for (const at of [1_000, 1_000, 2_000]) await audit.append(newAuditEntry({ at }))
}
