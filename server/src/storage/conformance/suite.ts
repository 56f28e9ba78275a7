import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { Storage } from '../port.ts'
import { accountPromises } from './accounts.ts'
import { agentSpanPromises } from './agent-spans.ts'
import { auditPromises } from './audit.ts'
import { callPromises } from './calls.ts'
import { durabilityPromises } from './durability.ts'
import { feedbackPromises } from './feedback.ts'
import { filePromises } from './files.ts'
import { listingPromises } from './listing.ts'
import { objectPromises } from './objects.ts'
import type { OpenedStorage } from './opened-storage.ts'
import { pricePromises } from './prices.ts'
import { projectPromises } from './projects.ts'
import { queryPromises } from './query-cases.ts'
import { queuePromises } from './queues.ts'
import { readLimitPromises } from './read-limits.ts'
import { tablePromises } from './tables.ts'
import { twoWriterPromises } from './two-writers.ts'

/** The names of tests that an engine cannot pass, each with the reason. */
type Skips = ReadonlyMap<string, string>

/**
 * The guarantees of `port.ts` as tests. The storage may hold other data: every test uses its own project. A skip that
 * names no test fails the suite, so that none outlives its test.
 */
export function describeStorage(
  name: string,
  open: () => Promise<OpenedStorage>,
  skips: Skips = new Map(),
): void {
  describe(`${name} keeps the promises of the port`, () => {
    let opened: OpenedStorage | undefined
    const storage = (): Storage => {
      if (!opened) throw new Error('the storage is not open')
      return opened.storage
    }
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.cleanup())
    skipTests(skips)

    describe('limits of reads', () => readLimitPromises(storage))
    describe('projects', () => projectPromises(storage))
    describe('calls', () => callPromises(storage))
    describe('objects', () => objectPromises(storage))
    describe('tables', () => tablePromises(storage))
    describe('files', () => filePromises(storage))
    describe('feedback', () => feedbackPromises(storage))
    describe('prices', () => pricePromises(storage))
    describe('agent spans', () => agentSpanPromises(storage))
    describe('annotation queues', () => queuePromises(storage))
    describe('queries', () => queryPromises(storage))
    describe('accounts', () => accountPromises(storage))
    describe('the audit log', () => auditPromises(storage))
    describe('complete lists', () => listingPromises(open))
    describe('two writers', () => twoWriterPromises(open))
    describe('durability', () => durabilityPromises(open))
  })
}

function skipTests(skips: Skips): void {
  const unused = new Set(skips.keys())
  beforeEach((context) => {
    const reason = skips.get(context.task.name)
    if (reason === undefined) return
    unused.delete(context.task.name)
    context.skip(reason)
  })
  afterAll(() => expect([...unused], 'skips that name no test').toEqual([]))
}
