import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partMakers } from '../conformance/random-parts.ts'
import { start } from '../conformance/rows.ts'
import { partRows } from './call-parts.ts'
import { packRows, unpackRows } from './packed-parts.ts'

test('rows of any parts are the same after they were packed', () => {
  fc.assert(
    fc.property(fc.array(partMakers()), (makers) => {
      const rows = partRows(makers.map((make) => make('team/app')))

      expect(unpackRows(packRows(rows))).toEqual(rows)
    }),
  )
})

test('a call may have any number of refs', () => {
  const input_refs = Array.from({ length: 200_000 }, (_, at) => `weave:///t/p/object/x:${at}`)
  const rows = partRows([start({ project_id: 'team/app', id: 'a' }, { input_refs })])

  expect(unpackRows(packRows(rows))).toEqual(rows)
})
