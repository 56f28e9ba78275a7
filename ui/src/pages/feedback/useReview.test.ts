import { expect, test } from 'vitest'
import { placeOf, withCall } from './useReview.ts'

const items = ['a', 'b'].map((callId) => ({ callId, itemId: `item-${callId}` }))

test('the review goes on at the call of the address', () => {
  expect(placeOf(withCall(items, 'b'), 'b')).toBe(1)
  expect(placeOf(withCall(items, undefined), undefined)).toBe(0)
})

test('a call that was answered meanwhile is shown again, before the others', () => {
  const shown = withCall(items, 'answered')

  expect(shown.map(({ callId }) => callId)).toEqual(['answered', 'a', 'b'])
  expect(placeOf(shown, 'answered')).toBe(0)
})
