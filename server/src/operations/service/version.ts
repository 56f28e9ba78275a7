import { readVersion } from '@heddle/contract/service'
import { serviceVersion } from '../../version.ts'
import { forAnyone, operation } from '../operation.ts'

export const versionRead = operation(readVersion, forAnyone, async () => ({ version: serviceVersion }))
