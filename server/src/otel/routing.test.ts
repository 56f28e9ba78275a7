import { expect, test } from 'vitest'
import type { JsonValue } from '../json/tree.ts'
import { projectFromHeader, routeSpans } from './routing.ts'

const projectOf = (resource: [string, JsonValue][], fallback?: string) =>
  routeSpans([{ resource: new Map(resource), scopes: [] }], fallback)[0]?.project_id

const named = (entity: JsonValue, project: JsonValue): [string, JsonValue][] => [
  ['wandb.entity', entity],
  ['wandb.project', project],
]

test.each<[string, [string, JsonValue][], string | undefined, string | null]>([
  ['the resource wins over the request', named('team', 'app'), 'other/one', 'team/app'],
  ['the request is asked where the resource says nothing', [], 'other/one', 'other/one'],
  ['half a resource says nothing', [['wandb.project', 'app']], 'other/one', 'other/one'],
  ['a name with a slash is none', named('te/am', 'app'), 'other/one', 'other/one'],
  ['a number is no name', named(true, 'app'), undefined, null],
  ['nothing said leads nowhere', [], undefined, null],
  ['half a project leads nowhere', [], 'app', null],
])('%s', (_, resource, fallback, expected) => {
  expect(projectOf(resource, fallback)).toBe(expected)
})

test.each([
  ['team/app', 'team/app'],
  ['team%2Fmy%20app', 'team/my app'],
  ['team/100%', 'team/100%'],
  [['team/app', 'other/one'], 'team/app'],
  [undefined, undefined],
])('the header %j names %j', (value, expected) => {
  expect(projectFromHeader(value)).toBe(expected)
})
