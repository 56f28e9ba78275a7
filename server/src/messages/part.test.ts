import { expect, test } from 'vitest'
import { mediaPart } from './part.ts'

test.each([
  ['data:image/png;base64,AAAA', 'image/png', 'AAAA'],
  ['data:image/svg+xml,%3Csvg/%3E', 'image/svg+xml', base64('<svg/>')],
  ['data:image/svg+xml;utf8,<t>é 5%</t>', 'image/svg+xml', base64('<t>é 5%</t>')],
  ['data:text/plain;charset=utf-8,caf%C3%A9', 'text/plain', base64('café')],
])('the data URL %s is a blob', (url, mime_type, content) => {
  expect(mediaPart(url, 'image')).toEqual({ type: 'blob', modality: 'image', mime_type, content })
})

test('another URL stays one', () => {
  expect(mediaPart('https://example.org/a.png', 'image')).toMatchObject({ type: 'uri' })
  expect(mediaPart('data:nothing', 'image')).toMatchObject({ type: 'uri' })
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
