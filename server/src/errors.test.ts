import { expect, test } from 'vitest'
import { malformed, ServiceError } from './errors.ts'

test('errors quote only the beginning of what a client sent', () => {
  const long = 'x'.repeat(60_000_000)

  expect(new ServiceError('not_found', `no call ${long}`).message.length).toBeLessThan(11_000)
  const { message, issues } = malformed([{ loc: ['body', long, 3], msg: 'is wrong', type: 'value_error' }])
  expect(message.length).toBeLessThan(300)
  expect(issues).toEqual([{ loc: ['body', `${'x'.repeat(200)}…`, 3], msg: 'is wrong', type: 'value_error' }])
})
