import { describe, vi } from 'vitest'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openInNewDatabase } from '../../testing/clickhouse-storage.ts'
import { describeStorage } from '../conformance/suite.ts'

// Each write is a request to a server, and a property test makes thousands.
vi.setConfig({ testTimeout: 180_000 })

const server = await clickhouseForTests('another-time-zone')

describe.skipIf(server === undefined)('with a server in Tokyo', () => {
  describeStorage('ClickHouse', () => openInNewDatabase(server?.urls ?? []))
})
