import { expect, test } from 'vitest'
import {
  callPath,
  comparePath,
  neighbours,
  objectPath,
  projectPath,
  rememberRows,
  similarCallPath,
  tracesPath,
} from './paths.ts'

test('a project opens at its traces', () => {
  expect(projectPath('team/app')).toBe('/team/app/weave/traces')
})

test('names with slashes and spaces stay one path segment', () => {
  expect(projectPath('my team/app', 'costs')).toBe('/my%20team/app/weave/costs')
  expect(callPath('team/app', 'a/b')).toBe('/team/app/weave/calls/a%2Fb')
  expect(objectPath('team/app', 'a b', 'x')).toBe('/team/app/weave/objects/a%20b/versions/x')
})

test('the filter, the time range and the compared calls are query parameters', () => {
  expect(tracesPath('team/app', 'status:error')).toBe('/team/app/weave/traces?filter=status%3Aerror')
  expect(tracesPath('team/app', '', '7d')).toBe('/team/app/weave/traces?filter=&range=7d')
  expect(comparePath('team/app', ['a', 'b'])).toBe('/team/app/weave/compare?calls=a%2Cb')
})

test('the neighbours of a trace are the next rows that belong to another', () => {
  rememberRows('team/app', ['a', 'b1', 'b2', 'c'])
  const inTrace = (name: string) => (id: string) => id.startsWith(name)

  expect(neighbours('team/app', inTrace('b'))).toEqual({ previous: 'a', next: 'c' })
  expect(neighbours('team/app', inTrace('a'))).toEqual({ previous: undefined, next: 'b1' })
  expect(neighbours('team/app', inTrace('z'))).toEqual({ previous: undefined, next: undefined })
})

test('another trace is shown in the tab and the mode of this one', () => {
  const table = '?filter=root%3Atrue&peek=c0&mode=timeline&tab=feedback&view=json&critical=1'

  expect(similarCallPath('team/app', 'c1', table)).toBe(
    '/team/app/weave/calls/c1?mode=timeline&tab=feedback&view=json&critical=1',
  )
  expect(similarCallPath('team/app', 'c1', '?peek=c0')).toBe('/team/app/weave/calls/c1')
})
