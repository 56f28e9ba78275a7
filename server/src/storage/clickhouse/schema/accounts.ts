import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

export const ACCOUNT_TABLES: readonly TableSpec[] = [
  {
    name: 'users',
    columns: ['id String', 'name String', 'server_admin Bool', 'created_at Int64', ...RECORD_COLUMNS],
    engine: RECORD_ENGINE,
    orderBy: ['id'],
  },
  {
    name: 'memberships',
    columns: ['user_id String', 'entity String', 'role LowCardinality(String)', ...RECORD_COLUMNS],
    engine: RECORD_ENGINE,
    orderBy: ['user_id', 'entity'],
  },
  {
    name: 'api_keys',
    columns: [
      'id String',
      'user_id String',
      'name String',
      'hash String',
      'scope LowCardinality(String)',
      'project_id Nullable(String)',
      'created_at Int64',
      'expires_at Nullable(Int64)',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['id'],
  },
  {
    name: 'key_uses',
    columns: ['key_id String', 'last_used_at Int64', ...RECORD_COLUMNS],
    engine: RECORD_ENGINE,
    orderBy: ['key_id'],
  },
  {
    name: 'sessions',
    columns: [
      'hash String',
      'user_id String',
      'key_id Nullable(String)',
      'created_at Int64',
      'expires_at Int64',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['hash'],
  },
  {
    name: 'audit_log',
    columns: [
      'at Int64',
      'id String',
      'via LowCardinality(String)',
      'actor_id Nullable(String)',
      'actor_name String',
      'action LowCardinality(String)',
      'entity Nullable(String)',
      'project_id Nullable(String)',
      'target String',
      'details String',
      ...RECORD_COLUMNS,
    ],
    engine: RECORD_ENGINE,
    orderBy: ['at', 'id'],
  },
]
