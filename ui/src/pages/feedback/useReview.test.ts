import { expect, test } from 'vitest'
import { placeOf, withCall } from './useReview.ts'

const items = ['a', 'b'].map((callId) => ({ callId, itemId: `item-${callId}` }))

test('the review continues at the call in the URL', () => {
  expect(placeOf(withCall(items, 'b'), 'b')).toBe(1)
  expect(placeOf(withCall(items, undefined), undefined)).toBe(0)
})

test('a call in the URL that has been answered is shown first', () => {
  const shown = withCall(items, 'answered')

  expect(shown.map(({ callId }) => callId)).toEqual(['answered', 'a', 'b'])
  expect(placeOf(shown, 'answered')).toBe(0)
})
