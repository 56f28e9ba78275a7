import type { Database } from '../database/driver.ts'
import { blockSql } from '../texts/slots.ts'
import type { Findings } from './findings.ts'

/** Rows that point at nothing, as `n`, by what is wrong with them. */
const QUERIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['call_starts', 'call_ends', 'call_events', 'call_refs', 'call_usage', 'call_slots'].map((table) => [
      `rows of ${table} without a call`,
      `select count(*) as n from ${table} t where not exists (select 1 from calls c where c.rid = t.rid)`,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'calls',
        'op_names',
        'object_versions',
        'object_tags',
        'object_aliases',
        'tables',
        'table_rows',
        'files',
      ],
      ...['feedback', 'prices', 'annotation_queues', 'annotation_queue_items', 'annotation_progress'],
      ...['agent_spans', 'call_segments', 'call_columns', 'call_signatures'],
    ].map((table) => [
      `rows of ${table} without a project`,
      `select count(*) as n from ${table} t where not exists (select 1 from projects p where p.id = t.project)`,
    ]),
  ),
  'calls whose op has no name':
    'select count(*) as n from calls c where c.op is not null and not exists (select 1 from op_names o where o.id = c.op)',
  'calls that have started and have no payloads': `select count(*) as n from calls c where c.started_at is not null
    and not exists (select 1 from call_starts s where s.rid = c.rid)
    and not exists (select 1 from call_slots k where k.rid = c.rid)`,
  'rows of call_starts with the project of another call':
    'select count(*) as n from call_starts s join calls c on c.rid = s.rid where s.project is not c.project',
  'calls whose payloads are stored twice':
    'select count(*) as n from call_slots k where exists (select 1 from call_starts s where s.rid = k.rid)',
  'sealed calls without a block': `select count(*) as n from call_slots k
    where not exists (select 1 from call_blocks b where b.id = ${blockSql('k.slot')})`,
  ...Object.fromEntries(
    ['call_blocks', 'call_columns', 'call_signatures'].map((table) => [
      `rows of ${table} without a segment`,
      `select count(*) as n from ${table} t where not exists (select 1 from call_segments s where s.id = t.segment)`,
    ]),
  ),
  'items of tables without a table or a row': `select count(*) as n from table_items i
    where not exists (select 1 from tables t where t.id = i.table_id)
    or not exists (select 1 from table_rows r where r.id = i.row_id)`,
  'items of queues without a queue': `select count(*) as n from annotation_queue_items i
    where not exists (select 1 from annotation_queues q where q.project = i.project and q.id = i.queue_id)`,
}

/** Looks for rows whose call, project, segment, table or queue is missing. */
export function checkOrphans(db: Database, findings: Findings): void {
  for (const [problem, sql] of Object.entries(QUERIES)) {
    const n = Number(db.prepare(sql).get()?.n)
    findings.examined()
    if (n > 0) findings.problem(`${n} ${problem}`)
  }
}
