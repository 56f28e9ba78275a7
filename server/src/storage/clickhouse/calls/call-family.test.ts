import { expect, test } from 'vitest'
import { sql } from '../../../query/fragment.ts'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { end, start } from '../../conformance/rows.ts'
import { VersionClock } from '../rows/version-clock.ts'
import { CallChangeLog } from './call-changes.ts'
import { CallFamilies } from './call-family.ts'

const server = await clickhouseForTests()
const project_id = 'team/app'

test.skipIf(server === undefined)(
  'only the traces of candidates are read for failures below them',
  async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const families = new CallFamilies(clickhouse, new CallChangeLog(clickhouse, new VersionClock()))
    for (const trace_id of ['one', 'other']) {
      const child = { project_id, id: `${trace_id}-child` }
      await storage.calls.write([
        start({ project_id, id: trace_id }, { trace_id }),
        start(child, { trace_id, parent_id: trace_id }),
        end(child, { exception: 'broken' }),
      ])
    }
    const failedBelow = async (id: string) => [...(await families.failedBelow(project_id, sql`id = ${id}`))]
    const all = [...(await families.failedBelow(project_id, undefined))].sort()

    expect(await failedBelow('one')).toEqual(['one'])
    expect(await failedBelow('other')).toEqual(['other'])
    expect(await failedBelow('unknown')).toEqual([])
    expect(all).toEqual(['one', 'other'])
  },
)
