import { ACCOUNT_TABLES } from './accounts.ts'
import { AGENT_SPANS } from './agent-spans.ts'
import { CALL_PACKED, CALL_SIZES, CALL_TABLES, CALL_WORDS } from './calls.ts'
import type { Spec, TableSpec } from './ddl.ts'
import { FEEDBACK } from './feedback.ts'
import { FILES } from './files.ts'
import { OBJECT_TABLES } from './objects.ts'
import { PRICES } from './prices.ts'
import { PROBES } from './probes.ts'
import { PROJECTS } from './projects.ts'
import { QUEUE_TABLES } from './queues.ts'
import { TABLE_TABLES } from './tables.ts'

/**
 * A step of the schema. Every statement may run again: processes that start at the same time all run it, and one that was
 * interrupted is repeated as a whole.
 */
interface Migration {
  readonly makes: readonly Spec[]
}

/** The version of the schema is the number of migrations. Released ones never change. */
export const MIGRATIONS: readonly Migration[] = [
  {
    makes: [
      PROBES,
      PROJECTS,
      ...ACCOUNT_TABLES,
      ...CALL_TABLES,
      ...OBJECT_TABLES,
      ...TABLE_TABLES,
      FILES,
      FEEDBACK,
      PRICES,
      ...QUEUE_TABLES,
      AGENT_SPANS,
    ],
  },
  { makes: [CALL_WORDS] },
  { makes: [CALL_SIZES] },
  { makes: [CALL_PACKED] },
]

export const SCHEMA_VERSIONS: TableSpec = {
  name: 'schema_versions',
  columns: ['schema_version UInt32', 'applied_at Int64'],
  engine: 'ReplacingMergeTree(applied_at)',
  orderBy: ['schema_version'],
}
