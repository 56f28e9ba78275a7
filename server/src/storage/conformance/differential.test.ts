import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { openInNewDatabase } from '../../testing/clickhouse-storage.ts'
import { openInNewFolder } from '../../testing/sqlite-storage.ts'
import type { OpenedStorage } from './opened-storage.ts'
import { callOperations } from './random-call-operations.ts'
import type { Operation, Subject } from './random-operations.ts'
import { recordOperations } from './random-record-operations.ts'
import { newProjectId } from './rows.ts'

// Each operation is a request to a server, or several.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

/** `HEDDLE_DIFFERENTIAL_RUNS` chooses a longer run, and `HEDDLE_TEST_SEED` another one. */
const RUNS = Number(process.env.HEDDLE_DIFFERENTIAL_RUNS ?? 30)

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('SQLite and ClickHouse answer alike', () => {
  let engines: readonly OpenedStorage[] = []
  beforeAll(async () => {
    engines = [await openInNewFolder(), await openInNewDatabase(server?.urls ?? [])]
  })
  afterAll(() => Promise.all(engines.map((engine) => engine.cleanup())))

  async function expectSameAnswers(operations: readonly Operation[]): Promise<void> {
    const projectId = newProjectId()
    const [sqlite, clickhouse] = engines.map(
      ({ storage }): Subject => ({ storage, follower: { cursor: undefined, calls: new Set() } }),
    )
    if (!sqlite || !clickhouse) throw new Error('the engines are not open')
    for (const [at, operation] of operations.entries()) {
      const answers = await Promise.all([sqlite, clickhouse].map((each) => operation.answer(each, projectId)))
      expect(answers[1], `answer ${at}, of ${operation.name}`).toEqual(answers[0])
    }
  }

  test('to random operations on calls', async () => {
    const property = fc.asyncProperty(
      fc.array(callOperations, { minLength: 10, maxLength: 40, size: 'max' }),
      expectSameAnswers,
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  test('to random operations on everything else', async () => {
    await fc.assert(fc.asyncProperty(recordOperations, expectSameAnswers), {
      numRuns: RUNS,
    })
  })
})
