import { expect, test } from 'vitest'
import { startService } from '../../server/src/testing/service.ts'
import { PROJECT, spanMessages, take } from '../dataset/span-messages.ts'
import { chatSpans, longTrace, type SpanFormat } from '../dataset/spans.ts'
import { basicAuth, HttpClient } from '../processes/http-client.ts'
import { send } from '../processes/send.ts'
import { heddleReads } from './heddle.ts'
import { CHAT_SEED, LONG_SEED, targetsOf } from './targets.ts'

const DATA_SET = { spans: 600, longTraceSpans: 60 }

test.each<SpanFormat>(['otlp', 'native'])(
  'the answers to all reads are those of the data set, sent as %s',
  async (format) => {
    const service = await startService()
    const headers = { ...basicAuth(service.adminKey), project_id: PROJECT }
    const client = new HttpClient(await service.listen(), headers, 2)
    for (const spans of [
      take(chatSpans(CHAT_SEED, format), DATA_SET.spans),
      longTrace(LONG_SEED, DATA_SET.longTraceSpans, format),
    ])
      await send(client, spanMessages(spans, format, 100), { connections: 2 })

    const answers: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [name, plan] of Object.entries(heddleReads(targetsOf(DATA_SET, format), format))) {
      const read = plan()
      answers[name] = read.rows(await read.fetch(client))
      expected[name] = read.expected
    }
    client.close()

    expect(answers).toEqual(expected)
    expect(Object.values(expected).every((rows) => rows > 0)).toBe(true)
  },
)
