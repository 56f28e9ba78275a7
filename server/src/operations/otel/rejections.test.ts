import { expect, test } from 'vitest'
import { Rejections } from './rejections.ts'

test('a long name is shortened, and no character is cut in half', () => {
  const rejections = new Rejections()

  rejections.add({ name: `${'x'.repeat(99)}😀${'y'.repeat(1_000)}`, span_id: 'a1' }, 'it is too late')

  expect(rejections.message).toBe(`span "${'x'.repeat(99)}\ufffd…" (a1): it is too late`)
})
