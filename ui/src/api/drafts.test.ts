import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Drafts, draftKey, keepDraftsOf } from './drafts.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

test('a draft is of one user, and discarded when another signs in', () => {
  const drafts = new Drafts<string>()
  drafts.set(draftKey('ada', 'call'), 'by Ada')
  drafts.set(draftKey('joan', 'call'), 'by Joan')

  keepDraftsOf('joan')

  expect(drafts.get(draftKey('ada', 'call'))).toBeUndefined()
  expect(drafts.get(draftKey('joan', 'call'))).toBe('by Joan')
  drafts.set(draftKey('joan', 'call'), undefined)
})

test('the browser asks before a tab is closed while there is a draft', () => {
  const drafts = new Drafts<string>()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  expect(asks()).toBe(false)
  drafts.set('key', 'typed')
  expect(asks()).toBe(true)
  drafts.set('key', undefined)
  expect(asks()).toBe(false)
})
