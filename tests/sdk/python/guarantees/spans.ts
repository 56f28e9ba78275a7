import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'
import { opOf, pathsOf } from '../../stored-calls.ts'

export function spanGuarantees(suite: SdkSuite): void {
  for (const [scenario, encoding] of [
    ['spans_uncompressed', 'none'],
    ['spans_gzip', 'gzip'],
    ['spans_deflate', 'deflate'],
  ] as const) {
    test(`spans of the OpenTelemetry exporter become calls, with compression ${encoding}`, async () => {
      expect(suite.resultOf(scenario)).toBe(true)

      const calls = await suite.callsOf(`team/spans-${encoding}`)
      expect(pathsOf(calls)).toEqual(['answer', 'answer > broken', 'answer > chat_house-model'])
      const [answer, chat, broken] = ['answer', 'chat_house-model', 'broken'].map((op) =>
        calls.find((call) => opOf(call) === op),
      )
      expect(JSON.stringify([answer?.inputs, answer?.output])).toContain('What is 2 + 2?')
      expect(chat?.summary).toMatchObject({
        usage: { 'house-model': { input_tokens: 12, output_tokens: 1 } },
      })
      expect(broken).toMatchObject({ exception: 'no such unit', summary: { weave: { status: 'error' } } })
    })
  }
}
