import { unavailableEndpoints } from '@heddle/contract/unavailable'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

/** Refused as the caller's to mend: clients would try again and again after a fault of the server. */
export const unavailableOperations = unavailableEndpoints.map((endpoint) =>
  operation(endpoint, inProject('write'), async () => {
    throw new ServiceError(
      'invalid_request',
      `${endpoint.path} is not available here: this server calls no model provider and runs no scorers`,
      { error_code: 'NOT_AVAILABLE' },
    )
  }),
)
