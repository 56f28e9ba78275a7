import { expect, test } from 'vitest'
import type { JsonValue } from '../json/tree.ts'
import { type ProjectHints, projectFromHeader, routeSpans } from './routing.ts'
import { EncodedText } from './span.ts'

const NO_HINTS: ProjectHints = { named: undefined, keyProject: null, defaultEntity: 'home' }

const projectOf = (resource: Record<string, JsonValue>, hints: Partial<ProjectHints> = {}) =>
  routeSpans([{ resource: new Map(Object.entries(resource)), scopes: [] }], { ...NO_HINTS, ...hints })[0]
    ?.project_id

const inProject = { 'wandb.entity': 'team', 'wandb.project': 'app' }

test.each<[string, Record<string, JsonValue>, Partial<ProjectHints>, string | null]>([
  ['the resource wins over the request', inProject, { named: 'other/one' }, 'team/app'],
  ['the request wins over the key', {}, { named: 'other/one', keyProject: 'home/only' }, 'other/one'],
  ['half a resource says nothing', { 'wandb.project': 'app' }, { named: 'other/one' }, 'other/one'],
  ['a name with a slash is none', { ...inProject, 'wandb.entity': 'te/am' }, { named: 'o/one' }, 'o/one'],
  [
    'the only project of the key wins over the service',
    { 'service.name': 'shop' },
    { keyProject: 'a/b' },
    'a/b',
  ],
  ['a project without an entity is in the default one', {}, { named: 'app' }, 'home/app'],
  ['so is one in the resource', { 'wandb.project': 'app', 'service.name': 's' }, {}, 'home/app'],
  ['OpenInference names a project', { 'openinference.project.name': 'p', 'service.name': 's' }, {}, 'home/p'],
  ['a service is a project', { 'service.name': 'shop' }, {}, 'home/shop'],
  ['a slash in the name of a service is replaced', { 'service.name': 'shop/cart' }, {}, 'home/shop-cart'],
  ['a made-up name of a service is none', { 'service.name': 'unknown_service:node' }, {}, 'home/default'],
  ['a number is no name', { 'service.name': true }, {}, 'home/default'],
  ['nothing said leads to the default project', {}, {}, 'home/default'],
  ['a key that may write nowhere leads nowhere', { 'service.name': 's' }, { defaultEntity: null }, null],
])('%s', (_, resource, hints, expected) => {
  expect(projectOf(resource, hints)).toBe(expected)
})

test.each(['shop', new EncodedText(Buffer.from('the shop'), 'the '.length, 'the shop'.length)])(
  'LangSmith names its project on each span, in %s',
  (name) => {
    const span = { attributes: new Map([['langsmith.trace.session_name', name]]) }
    const scopes = [{ scope: { name: '', version: '', attributes: new Map() }, spans: [Object(span)] }]

    expect(routeSpans([{ resource: new Map(), scopes }], NO_HINTS)[0]?.project_id).toBe('home/shop')
  },
)

test.each([
  ['team/app', 'team/app'],
  ['team%2Fmy%20app', 'team/my app'],
  ['team/100%', 'team/100%'],
  [['team/app', 'other/one'], 'team/app'],
  [undefined, undefined],
])('the header %j names %j', (value, expected) => {
  expect(projectFromHeader(value)).toBe(expected)
})
