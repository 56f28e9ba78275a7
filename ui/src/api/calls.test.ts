import { expect, test } from 'vitest'
import { inIdBatches } from './calls.ts'

test('more calls than a filter may have are read in batches', () => {
  const ids = Array.from({ length: 2500 }, (_, at) => `call-${at}`)

  const requests = inIdBatches({ project_id: 'team/app', filter: { call_ids: ids, trace_roots_only: true } })

  expect(requests.map(({ filter }) => filter?.call_ids?.length)).toEqual([1000, 1000, 500])
  expect(requests.flatMap(({ filter }) => filter?.call_ids ?? [])).toEqual(ids)
  expect(requests[2]).toMatchObject({ project_id: 'team/app', filter: { trace_roots_only: true } })
})

test('a request without call ids is one request', () => {
  const request = { project_id: 'team/app', filter: { trace_roots_only: true } }

  expect(inIdBatches(request)).toEqual([request])
})
