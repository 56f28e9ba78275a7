import { deleteObject } from '@heddle/contract/objects'
import { afterAll, expect, test } from 'vitest'
import { ANONYMOUS } from '../../domain/accounts/access.ts'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'
import type { Context } from '../operation.ts'
import { readObjectValues } from './refs.ts'

const service = await openService()
afterAll(() => service.close())

type Reader = Pick<Context, 'storage' | 'caller'>

const memberOf = (entity: string): Reader => ({
  storage: service.storage,
  caller: { ...ANONYMOUS, memberships: [{ user_id: 'reader', entity, role: 'viewer' }] },
})

const textsOf = async (context: Reader, refs: readonly string[]) =>
  (await readObjectValues(context, refs, 1_000_000)).map((value) => value?.text)

test('each ref has its value, in order, and unresolvable ones have none', async () => {
  const project_id = newProject()
  const start = `weave:///${project_id}`
  const good = `${start}/object/cfg:${await publish(service, project_id, 'cfg', { a: 1, none: null })}`
  const deleted = `${start}/object/old:${await publish(service, project_id, 'old', 1)}`
  await service.call(deleteObject, { project_id, object_id: 'old' })

  const refs = [
    good,
    deleted,
    `${good}/key/a`,
    `${good}/key/none`,
    `${good}/key/missing`,
    `${start}/object/cfg:unknown`,
    `${start}/object/cfg:latest`,
    `${start}/call/c`,
    'no ref',
    good,
  ]
  const values = await textsOf(memberOf('team'), refs)

  const whole = '{"a":1,"none":null}'
  expect(values).toEqual([whole, undefined, '1', 'null', ...Array(5).fill(undefined), whole])
})

test('a missing row affects only its own ref', async () => {
  const project_id = newProject()
  const val = { rows: `weave:///${project_id}/table/unknown` }
  const ref = `weave:///${project_id}/object/data:${await publish(service, project_id, 'data', val)}`

  const values = await textsOf(memberOf('team'), [`${ref}/attr/rows/id/unknown`, `${ref}/attr/rows`])

  expect(values).toEqual([undefined, JSON.stringify(val.rows)])
})

test('values of a project that the caller may not read are not returned', async () => {
  const project_id = newProject()
  const ref = `weave:///${project_id}/object/cfg:${await publish(service, project_id, 'cfg', 1)}`

  expect(await textsOf(memberOf('team'), [ref])).toEqual(['1'])
  expect(await textsOf(memberOf('others'), [ref])).toEqual([undefined])
})
