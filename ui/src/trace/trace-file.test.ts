import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { traceHtml, traceJson } from './trace-file.ts'

const line = (fields: Parameters<typeof call>[0]): string => JSON.stringify(call(fields))

test('the JSON file has every call, with all digits', () => {
  const lines = `${line({ id: 'a' }).replace('"inputs":{}', '"inputs":{"n":12345678901234567890}')}\n${line({ id: 'b' })}\n`

  expect(traceJson(lines)).toContain('"n":12345678901234567890')
  expect(JSON.parse(traceJson(lines))).toHaveLength(2)
})

test('the HTML file nests calls and escapes what they contain', () => {
  const hostile = '</pre><script>alert(1)</script>'
  const html = traceHtml(
    [
      line({ id: 'a', display_name: hostile, inputs: { [hostile]: hostile } }),
      line({ id: 'b', parent_id: 'a', exception: hostile, output: hostile }),
      line({ id: 'c', parent_id: 'elsewhere' }),
    ].join('\n'),
  )

  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/(src|href)=/)
  expect(html.match(/<details/g)).toHaveLength(3)
  expect(html.match(/<\/details>/g)).toHaveLength(3)
  expect(html.indexOf('<details', html.indexOf('<details') + 1)).toBeLessThan(html.indexOf('</details>'))
})

test('a very deep trace is written', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    line({ id: `${at}`, ...(at > 0 && { parent_id: `${at - 1}` }) }),
  )

  expect(traceHtml(lines.join('\n')).endsWith('</html>\n')).toBe(true)
})
