import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { agentSpan } from '../../testing/agent-spans.ts'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openWithClient } from '../../testing/clickhouse-storage.ts'
import { by, column, equals, jsonField } from '../conformance/rows.ts'
import type { AgentSpanSearch } from '../port/agents.ts'

const server = await clickhouseForTests()
const MIB = 1024 ** 2
const project_id = 'team/app'

test.skipIf(server === undefined)('a search reads the texts of the spans that it finds only', async () => {
  const { storage } = await openWithClient(`${server?.urls[0] ?? ''}?max_memory_usage=${100 * MIB}`)
  const spans = (from: number) =>
    Array.from({ length: 20 }, (_, at) =>
      agentSpan(project_id, `span-${from + at}`, {
        started_at: from + at,
        tool_call_result: `${at % 2}`,
        custom_attrs: new JsonText(`{"at":${from + at}}`),
        raw_span_dump: randomBytes(MIB / 2).toString('hex'),
      }),
    )
  for (let from = 0; from < 200; from += 20) await storage.agentSpans.put(spans(from))
  const newest = { project_id, sort: [by(column('started_at', 'instant'), 'desc')], limit: 1 }
  const idsOf = async (search: AgentSpanSearch) =>
    (await storage.agentSpans.findDetailed(search)).map(({ span_id }) => span_id)

  expect(await idsOf(newest)).toEqual(['span-199'])
  expect(await idsOf({ ...newest, condition: equals(column('tool_call_result'), '0') })).toEqual(['span-198'])
  expect(await idsOf({ ...newest, condition: equals(jsonField('custom_attrs', 'at'), '7') })).toEqual([
    'span-7',
  ])
})
