import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

export function digestPromises(suite: SdkSuite): void {
  test('digests that the client works out are those of the server', () => {
    expect(suite.resultOf('client_side_digests')).toEqual({ off: false, used: true })
  })
}
