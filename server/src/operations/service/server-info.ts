import { readServerInfo } from '@heddle/contract/service'
import { serviceVersion } from '../../version.ts'
import { forAnyone, operation } from '../operation.ts'

export const serverInfoRead = operation(readServerInfo, forAnyone, async () => ({
  // No Python client is too old: one that reads a higher number than its own refuses to start.
  min_required_weave_python_version: '0.0.0',
  trace_server_version: serviceVersion,
}))
