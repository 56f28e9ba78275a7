import { unavailableEndpoints } from '@heddle/contract/service'
import { afterAll, expect, test } from 'vitest'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test.each(unavailableEndpoints.map(({ path }) => path))(
  '%s says that it is not available here, in a way that is not tried again',
  async (path) => {
    const reply = await service.post(path, { project_id: 'team/app', inputs: { model: 'm' } })

    expect(reply).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining(path), error_code: 'NOT_AVAILABLE' },
    })
  },
)
