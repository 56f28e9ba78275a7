import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditedList } from './table.ts'

test('an edited list equals an array after the same edits', () => {
  const edit = fc.record({ removes: fc.boolean(), place: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), fc.array(edit, { maxLength: 200 }), (length, edits) => {
      const array = Array.from({ length }, (_, index) => index)
      const list = new EditedList(array)
      for (const [number, { removes, place }] of edits.entries()) {
        const index = Math.floor(place * array.length)
        if (removes) expect(list.remove(index)).toBe(array.splice(index, 1)[0])
        else {
          array.splice(index, 0, -number)
          list.insert(index, -number)
        }
        expect(list.length).toBe(array.length)
      }
      expect(list.toArray()).toEqual(array)
    }),
    { numRuns: 50 },
  )
})

test('a chunk that grows is split', () => {
  const list = new EditedList<number>([])
  for (let number = 0; number < 5_000; number++) list.insert(0, number)

  expect(list.toArray()).toEqual(Array.from({ length: 5_000 }, (_, index) => 4_999 - index))
})

test('many edits of a long list are fast', { timeout: 10_000 }, () => {
  const list = new EditedList(Array(1_000_000).fill('digest'))
  for (let edits = 0; edits < 50_000; edits++) {
    list.remove(0)
    list.insert(500_000, 'digest')
  }

  expect(list.length).toBe(1_000_000)
})
