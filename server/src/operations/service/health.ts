import { readHealth } from '@heddle/contract/service'
import { forAnyone, operation } from '../operation.ts'

export const healthRead = operation(readHealth, forAnyone, async () => ({ status: 'ok' as const }))
