import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

export function digestGuarantees(suite: SdkSuite): void {
  test("client-side digests match the server's", () => {
    expect(suite.resultOf('client_side_digests')).toEqual({ off: false, used: true })
  })
}
