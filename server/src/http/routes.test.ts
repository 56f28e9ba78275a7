import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../operations/all.ts'
import { encodeRequest } from '../testing/encode-request.ts'
import { openService, type Service } from '../testing/service.ts'
import { addressesOf } from './routes.ts'

const guarded = allOperations.filter(({ gate }) => gate.access !== 'public')
const routes = guarded.flatMap((operation) =>
  addressesOf(operation).map((path) => ({
    method: operation.endpoint.method,
    path,
    endpoint: operation.endpoint,
  })),
)

describe('every route behind the gate', () => {
  let service: Service
  let strangerKey: string

  beforeAll(async () => {
    service = await openService()
    strangerKey = (await service.createUser({ entity: 'elsewhere', role: 'admin' })).key
  })
  afterAll(() => service.close())

  test.each(routes)('$method $path is 401 without a key', async ({ endpoint, path }) => {
    const request = await encodeRequest({ ...endpoint, path }, endpoint.example)

    expect(await service.request({ ...request, key: null })).toMatchObject({ status: 401 })
  })

  test.each(routes)('$method $path is 403 with the key of another entity', async ({ endpoint, path }) => {
    const request = await encodeRequest({ ...endpoint, path }, endpoint.example)

    expect(await service.request({ ...request, key: strangerKey })).toMatchObject({ status: 403 })
  })
})

test('no two operations answer at the same address', () => {
  const addresses = allOperations.flatMap((operation) =>
    addressesOf(operation).map((address) => `${operation.endpoint.method} ${address}`),
  )

  expect(new Set(addresses).size).toBe(addresses.length)
})
