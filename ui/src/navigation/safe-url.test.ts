import { expect, test } from 'vitest'
import { safeUrl } from './safe-url.ts'

test('links lead to web pages and mail addresses only', () => {
  expect(safeUrl('https://example.com/a?b=c')).toBe('https://example.com/a?b=c')
  expect(safeUrl('mailto:a@example.com')).toBe('mailto:a@example.com')
  for (const text of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '/demo/assistant/weave/settings',
    '//example.com',
    '',
  ]) {
    expect(safeUrl(text), text).toBeUndefined()
  }
})
