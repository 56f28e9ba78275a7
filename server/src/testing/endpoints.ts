import type { Endpoint } from '@heddle/contract/endpoint'
import { allOperations } from '../operations/all.ts'

/** Every endpoint of the service, for tests that hold for all of them. */
export const endpoints: readonly Endpoint[] = allOperations.map(({ endpoint }) => endpoint)
