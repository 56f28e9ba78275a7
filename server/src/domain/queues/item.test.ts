import { describe, expect, test } from 'vitest'
import { type AnnotationState, advances } from './item.ts'

describe('an annotator', () => {
  test.each<[AnnotationState | undefined, AnnotationState]>([
    [undefined, 'in_progress'],
    [undefined, 'completed'],
    [undefined, 'skipped'],
    ['in_progress', 'completed'],
    ['in_progress', 'skipped'],
  ])('may go from %s to %s', (from, to) => {
    expect(advances(from, to)).toBe(true)
  })

  test.each<AnnotationState>(['in_progress', 'completed', 'skipped'])('may stay at %s', (state) => {
    expect(advances(state, state)).toBe(false)
  })

  test.each<[AnnotationState | undefined, AnnotationState]>([
    [undefined, 'unstarted'],
    ['in_progress', 'unstarted'],
    ['completed', 'in_progress'],
    ['completed', 'skipped'],
    ['skipped', 'completed'],
    ['skipped', 'in_progress'],
  ])('may not go from %s to %s', (from, to) => {
    expect(() => advances(from, to)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})
