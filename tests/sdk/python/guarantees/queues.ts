import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

export function queueGuarantees(suite: SdkSuite): void {
  test('annotation queues are made, filled once with each call, changed, listed and deleted', () => {
    expect(suite.resultOf('annotation_queues')).toEqual({
      added: [3, 0],
      again: [0, 1],
      queue: 'Be kind and quick.',
      listed: ['weekly'],
      states: ['unstarted', 'unstarted', 'unstarted'],
      stats: [3, 0],
    })
  })
}
