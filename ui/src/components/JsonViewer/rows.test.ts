import { expect, test } from 'vitest'
import { dottedPath } from '../../json/dotted-path.ts'
import { mediaOf } from './MediaChip.tsx'
import {
  initiallyOpen,
  JsonDocument,
  type JsonRow,
  opened,
  PAGE,
  rowKey,
  rowsOf,
  valueStartAt,
} from './rows.ts'
import { copiedText, countText, headText, markIn, summaryText } from './value-text.ts'

const shape = (rows: readonly JsonRow[]) => rows.map(({ type, path }) => `${type} ${path.join('.')}`)

test('only open containers have child rows', () => {
  const document = new JsonDocument('{"a":{"b":1},"c":[true,null]}')

  expect(shape(rowsOf(document, new Map()))).toEqual(['value a', 'value c'])
  expect(shape(rowsOf(document, initiallyOpen(document)))).toEqual([
    'value a',
    'value a.b',
    'value c',
    'value c.0',
    'value c.1',
  ])
})

test('a row keeps its key when another opens', () => {
  const list = Array.from({ length: 150 }, (_, index) => index)
  const document = new JsonDocument(JSON.stringify({ list, a: { b: 1 } }))
  const page = { from: 0, to: PAGE }
  const [first, second] = rowsOf(document, new Map())
  if (first?.type !== 'value' || second?.type !== 'value') throw new Error('unreachable')

  const before = rowsOf(document, new Map([[second.start, page]])).map(rowKey)
  const after = rowsOf(document, new Map([first, second].map(({ start }) => [start, page]))).map(rowKey)

  expect(after).toHaveLength(before.length + PAGE + 1)
  expect(new Set(after).size).toBe(after.length)
  expect(after).toEqual(expect.arrayContaining(before))
})

test('a scalar is one row', () => {
  expect(rowsOf(new JsonDocument(' "x"'), new Map())).toMatchObject([{ kind: 'string', path: [] }])
})

test('long arrays are paged', () => {
  const document = new JsonDocument(JSON.stringify(Array.from({ length: 250 }, (_, index) => index)))

  const rows = rowsOf(document, new Map())

  expect(rows).toHaveLength(PAGE + 1)
  expect(rows.at(-1)).toMatchObject({ type: 'later' })
})

test('revealing an offset opens its containers and pages', () => {
  const text = JSON.stringify({ list: Array.from({ length: 250 }, (_, n) => ({ n })), z: 1 })
  const document = new JsonDocument(text)

  const rows = rowsOf(document, opened(document, new Map(), text.indexOf('"n":230') + 4))

  expect(shape(rows)).toContain('value list.230.n')
  expect(shape(rows)).not.toContain('value list.0')
  expect(shape(rows)).toContain('earlier list')
})

test('an offset belongs to a value by its key as well as by its text', () => {
  const text = '{"first":{"a":1},"second":{"key":[true,"x"]}}'
  const document = new JsonDocument(text)
  const at = (words: string) => text.slice(valueStartAt(document, text.indexOf(words)))

  expect(at('econd')).toMatch(/^\{"key"/)
  expect(at('key')).toMatch(/^\[true/)
  expect(at('rue')).toMatch(/^true/)
  expect(at('x"')).toMatch(/^"x"/)
  expect(at(']')).toMatch(/^\[true/)
})

test('values are copied and summarized without changing them', () => {
  const document = new JsonDocument('{"s":"a\\nb","n":1.0,"list":[1, 2]}')
  const [text, number, list] = rowsOf(document, new Map())
  if (text?.type !== 'value' || number?.type !== 'value' || list?.type !== 'value')
    throw new Error('unreachable')

  expect(copiedText(document, text)).toBe('a\nb')
  expect(copiedText(document, number)).toBe('1.0')
  expect(summaryText(document, list)).toBe('[1, 2]')
  expect(countText(document, list)).toBe('2 items')
  expect(dottedPath('inputs', list.path)).toBe('inputs.list')
  expect(dottedPath('inputs', ['a.b', 0])).toBe('inputs.a\\.b.0')
})

test('a match is marked in the decoded string, but not where it is in the key', () => {
  const text = '{"find":"say \\"\\u00e9\\" and find"}'
  const document = new JsonDocument(text)
  const [row] = rowsOf(document, new Map())
  if (row?.type !== 'value') throw new Error('unreachable')
  const marked = (offset: number, length: number) => {
    const mark = markIn(document, row, { offset, length })
    return mark && copiedText(document, row).slice(mark.from, mark.to)
  }

  expect(marked(text.lastIndexOf('find'), 4)).toBe('find')
  expect(marked(text.indexOf('\\u00e9'), 1)).toBe('é')
  expect(marked(text.indexOf('find'), 4)).toBeUndefined()
})

test('media is detected by data URL or by prefix', () => {
  const png = `iVBORw0KGgo${'A'.repeat(89)}`
  const wav = `UklGRiQAAABXQVZF${'A'.repeat(84)}`

  expect(mediaOf('data:image/png;base64,AAAA')).toMatchObject({ type: 'image/png', bytes: 3 })
  expect(mediaOf(wav)).toMatchObject({ type: 'audio/wav', url: `data:audio/wav;base64,${wav}` })
  expect(mediaOf(`data:;base64,${wav}`)).toMatchObject({ type: 'audio/wav', bytes: 75 })
  expect(mediaOf(wav.replace('QVZF', 'RUJQ'))).toMatchObject({ type: 'image/webp' })
  expect(mediaOf(wav.replace('QVZF', 'VkkgQ'))).toBeUndefined()
  expect(mediaOf('data:audio/x-wav;base64,AAAA')).toMatchObject({ type: 'audio/x-wav' })
  expect(mediaOf(png)).toMatchObject({ type: 'image/png', url: `data:image/png;base64,${png}` })
  expect(
    mediaOf('/9j/ is how a path may begin, and this sentence is long enough to be taken for media'),
  ).toBe(undefined)
})

test.each([
  ['"abcdef"', 4, 'abc'],
  ['"ab\\u00e9"', 6, 'ab'],
  ['"ab\\\\cd"', 5, 'ab\\'],
  ['"ab\\ncd"', 4, 'ab'],
  ['"short"', 100, 'short'],
])('the head of %s within %d characters never ends inside an escape', (text, characters, head) => {
  const document = new JsonDocument(text)
  const [row] = rowsOf(document, new Map())
  if (row?.type !== 'value') throw new Error('unreachable')

  expect(headText(document, row, characters)).toBe(head)
})
