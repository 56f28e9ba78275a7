import { beforeEach, expect, test } from 'vitest'
import { type RenderedSql, render, sql, trusted } from '../../query/fragment.ts'
import { compileSelect } from '../../query/select.ts'
import { openTemporaryDatabase } from '../../testing/sqlite-database.ts'
import { by, column, start } from '../conformance/rows.ts'
import type { CallSearch } from '../port/calls.ts'
import { callSelect } from '../port/selects.ts'
import { callPlan, withoutOps } from './calls/call-search.ts'
import { packedParts } from './calls/packed-parts.ts'
import { unsealed } from './columns/sealed-matches.ts'
import type { Database } from './database/driver.ts'
import { SQLITE } from './queries/dialect.ts'
import { writeStores } from './write-stores.ts'

/** How SQLite finds a page of calls. A plan with a sort reads every match before it gives the first. */

const PROJECT = 1
const NEWEST_FIRST = [by(column('started_at', 'instant'), 'desc')]

let db: Database

beforeEach(() => {
  db = openTemporaryDatabase().db
  const key = { project_id: 'team/app', id: 'a' }
  writeStores(db).stores.calls.write(packedParts([start(key, { op_name: 'op' })]))
})

const IN_ORDER: readonly {
  readonly page: string
  readonly filter: CallSearch['filter']
  readonly index: string
}[] = [
  { page: 'all calls', filter: {}, index: 'calls_by_time' },
  { page: 'roots', filter: { trace_roots_only: true }, index: 'calls_by_root' },
  { page: 'one trace', filter: { trace_ids: ['t'] }, index: 'calls_by_trace' },
  { page: 'children', filter: { parent_ids: ['a'] }, index: 'calls_by_parent' },
  { page: 'one thread', filter: { thread_ids: ['th'] }, index: 'calls_by_thread' },
  { page: 'one op', filter: { op_names: [{ equals: 'op' }] }, index: 'calls_by_op' },
]

test.each(IN_ORDER)(
  'a page of $page comes straight from $index, in either direction',
  ({ filter, index }) => {
    for (const sort of [[], NEWEST_FIRST, [by(column('started_at', 'instant'))]]) {
      // Only calls of the same start are sorted.
      expect(planOf({ filter, sort })).toEqual([
        expect.stringContaining(`SEARCH c USING INDEX ${index} (`),
        expect.stringMatching(/^USE TEMP B-TREE FOR (RIGHT PART|LAST TERM) OF ORDER BY$/),
      ])
    }
  },
)

test('calls named by id are looked up, however many there are', () => {
  const plan = planOf({ filter: { call_ids: ['a', 'b'] }, sort: [] })

  expect(plan[0]).toContain('INDEX calls_by_id (project=? AND id=?)')
})

test('refs are looked up by prefix', () => {
  const plan = planOf({ filter: { input_refs: [{ startsWith: 'weave:///team/app/object/m:' }] }, sort: [] })

  expect(plan).toContainEqual(
    expect.stringContaining('call_refs USING PRIMARY KEY (project=? AND side=? AND ref>? AND ref<?)'),
  )
})

test('a search opens no payloads unless its condition or sort looks into them', () => {
  const plan = planOf({ filter: { trace_roots_only: true }, sort: NEWEST_FIRST })

  expect(plan.join()).not.toMatch(/call_starts|call_ends/)
})

test('what is not sealed of a project is found without looking at other projects', () => {
  const [, older = trusted('calls')] = unsealed(PROJECT)

  const plan = explained(render(sql`select c.id from ${older}`, SQLITE))

  expect(plan.join()).toContain('h USING COVERING INDEX call_starts_by_project (project=? AND rowid<?)')
})

function planOf(search: Pick<CallSearch, 'filter' | 'sort'>): string[] {
  const asked: CallSearch = { project_id: 'team/app', limit: 50, ...search }
  return explained(compileSelect(callSelect(withoutOps(asked)), callPlan(db, PROJECT, asked)))
}

const explained = ({ sql, params }: RenderedSql): string[] =>
  db
    .prepare(`explain query plan ${sql}`)
    .all<{ detail: string }>(...params)
    .map(({ detail }) => detail)
