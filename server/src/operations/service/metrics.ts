import { readMetrics } from '@heddle/contract/server-status'
import { ServiceError } from '../../errors.ts'
import { forKeyHolders, operation } from '../operation.ts'
import { serverStatus } from './status.ts'

export const metricsOperations = [
  operation(readMetrics, forKeyHolders, async (_, context) => {
    if (!context.metrics) throw new ServiceError('unsupported', 'Metrics are not collected in this thread')
    return context.metrics.text(await serverStatus(context))
  }),
]
