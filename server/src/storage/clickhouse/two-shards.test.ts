import { describe, vi } from 'vitest'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openInNewDatabase } from '../../testing/clickhouse-storage.ts'
import { describeStorage } from '../conformance/suite.ts'

// Each write is a request to a server, and a property test makes thousands.
vi.setConfig({ testTimeout: 180_000 })

const server = await clickhouseForTests('two-shards')

describe.skipIf(server === undefined)('with two shards', () => {
  describeStorage('ClickHouse', () => openInNewDatabase(server?.urls ?? []))
})
