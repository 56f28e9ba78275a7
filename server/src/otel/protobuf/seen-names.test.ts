import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenNames } from './seen-names.ts'

test('names are read as they are, whichever were read before', () => {
  const names = new SeenNames()
  const unit = fc.constantFrom(...'ab.é€😀')
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 70 }), { maxLength: 50 }), (texts) => {
      for (const text of [...texts, ...texts]) {
        const bytes = Buffer.from(`<${text}>`)
        expect(names.read(bytes, 1, bytes.length - 1)).toBe(text)
      }
    }),
  )
})

test('a name stays the same when its buffer changes', () => {
  const names = new SeenNames()
  const bytes = Buffer.from('gen_ai.system')

  expect(names.read(bytes, 0, bytes.length)).toBe('gen_ai.system')
  bytes.fill('x')

  expect(names.read(bytes, 0, bytes.length)).toBe('x'.repeat(bytes.length))
  expect(names.read(Buffer.from('gen_ai.system'), 0, bytes.length)).toBe('gen_ai.system')
})
