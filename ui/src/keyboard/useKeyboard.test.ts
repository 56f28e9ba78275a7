import { describe, expect, test } from 'vitest'
import { advance, chordOf } from './useKeyboard.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('a key press includes its modifier', () => {
  expect(chordOf({ ...plain, key: 'j' })).toBe('j')
  expect(chordOf({ ...plain, key: '?' })).toBe('?')
  expect(chordOf({ ...plain, key: 'k', ctrlKey: true })).toBe('Ctrl+K')
  expect(chordOf({ ...plain, key: 'k', metaKey: true })).toBe('Ctrl+K')
  expect(chordOf({ ...plain, key: 'Control', ctrlKey: true })).toBeUndefined()
  expect(chordOf({ ...plain, key: 'j', altKey: true })).toBeUndefined()
})

test('Shift is part of a character, and leaves other keys to the browser', () => {
  const withShift = { ...plain, shiftKey: true }

  expect(chordOf({ ...withShift, key: '?' })).toBe('?')
  expect(chordOf({ ...withShift, key: 'J' })).toBe('J')
  for (const key of ['ArrowDown', 'Enter', 'Escape', ' '])
    expect(chordOf({ ...withShift, key }), key).toBeUndefined()
  expect(chordOf({ ...withShift, key: 'K', ctrlKey: true })).toBeUndefined()
})

test('AltGr types a character, and is no key of its own', () => {
  expect(chordOf({ ...plain, key: 'AltGraph' })).toBeUndefined()
  expect(chordOf({ ...plain, key: '@', ctrlKey: true, altKey: true })).toBeUndefined()
})

describe('sequences', () => {
  const known = ['j', 'g t', 'g o', 'Ctrl+K']

  test('a single key is a complete sequence', () => {
    expect(advance([], 'j', known)).toEqual({ kind: 'match', keys: 'j' })
  })

  test('the first of two waits for the second', () => {
    expect(advance([], 'g', known)).toEqual({ kind: 'more', pressed: ['g'] })
    expect(advance(['g'], 't', known)).toEqual({ kind: 'match', keys: 'g t' })
  })

  test('a key that does not continue the sequence starts a new one', () => {
    expect(advance(['g'], 'j', known)).toEqual({ kind: 'match', keys: 'j' })
    expect(advance(['g'], 'g', known)).toEqual({ kind: 'more', pressed: ['g'] })
    expect(advance(['g'], 'x', known)).toEqual({ kind: 'none' })
  })
})
