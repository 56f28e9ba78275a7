import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonText } from './text.ts'
import { joinedJson } from './write.ts'

const utf8Of = (text: string) => Buffer.from(text).toString('latin1')

test('a text is the same in all its forms', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (first, second) => {
      const text = `{"a":${first},"é":${second}}`
      const forms = [
        new JsonText(text),
        JsonText.ofUtf8(utf8Of(text)),
        JsonText.joined(['{"a":', new JsonText(first), ',"é":', JsonText.ofUtf8(utf8Of(second)), '}']),
      ]
      for (const json of forms) {
        expect(json.kind).toBe('object')
        expect([json.text, utf8Of(text)]).toContain(json.ascii)
        expect(json.utf8).toBe(utf8Of(text))
        expect(json.text).toBe(text)
        expect(json.original).toBe(text)
      }
    }),
  )
})

test.each([[(text: string) => new JsonText(text)], [(text: string) => JsonText.ofUtf8(utf8Of(text))]])(
  'a value inside a text is found where it stands in its ASCII',
  (jsonOf) => {
    const json = jsonOf('{"é":"€","b":["ü"]}')
    const start = json.ascii.indexOf('[')

    const inner = json.slice(start, json.ascii.length - 1)

    expect(inner.text).toBe('["ü"]')
    expect(inner.kind).toBe('array')
    expect(json.textBetween(1, start)).toBe('"é":"€","b":')
  },
)

test('a text is not joined with nothing, and knows its kind if it was', () => {
  const text = new JsonText(`{"a":"${'x'.repeat(100)}"}`)

  expect(joinedJson(text)).toBe(text)
  expect(JsonText.joined(['', text, '']).kind).toBe('object')
})

test('long texts are joined without being decoded or copied', () => {
  const long = JsonText.ofUtf8(utf8Of(`"${'é'.repeat(100)}"`))
  const value = new Map<string, unknown>([
    ['a', [long, undefined, Number.NaN]],
    ['left out', undefined],
    ['b', new JsonText('1.0')],
  ])

  const joined = joinedJson(value)

  expect(joined.parts).toEqual(['{"a":[', long, ',null,null],"b":1.0}'])
  expect(JSON.parse(joined.text)).toEqual({ a: ['é'.repeat(100), null, null], b: 1 })
})
