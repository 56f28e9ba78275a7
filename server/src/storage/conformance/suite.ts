import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { Storage } from '../port.ts'
import { accountGuarantees } from './accounts.ts'
import { agentSpanGuarantees } from './agent-spans.ts'
import { auditGuarantees } from './audit.ts'
import { callGuarantees } from './calls.ts'
import { durabilityGuarantees } from './durability.ts'
import { feedbackGuarantees } from './feedback.ts'
import { fileGuarantees } from './files.ts'
import { listingGuarantees } from './listing.ts'
import { objectGuarantees } from './objects.ts'
import type { OpenedStorage } from './opened-storage.ts'
import { priceGuarantees } from './prices.ts'
import { projectGuarantees } from './projects.ts'
import { queryGuarantees } from './query-cases.ts'
import { queueGuarantees } from './queues.ts'
import { readLimitGuarantees } from './read-limits.ts'
import { tableGuarantees } from './tables.ts'
import { twoWriterGuarantees } from './two-writers.ts'

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
  describe(`${name} keeps the guarantees of the port`, () => {
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

    describe('limits of reads', () => readLimitGuarantees(storage))
    describe('projects', () => projectGuarantees(storage))
    describe('calls', () => callGuarantees(storage))
    describe('objects', () => objectGuarantees(storage))
    describe('tables', () => tableGuarantees(storage))
    describe('files', () => fileGuarantees(storage))
    describe('feedback', () => feedbackGuarantees(storage))
    describe('prices', () => priceGuarantees(storage))
    describe('agent spans', () => agentSpanGuarantees(storage))
    describe('annotation queues', () => queueGuarantees(storage))
    describe('queries', () => queryGuarantees(storage))
    describe('accounts', () => accountGuarantees(storage))
    describe('the audit log', () => auditGuarantees(storage))
    describe('complete lists', () => listingGuarantees(open))
    describe('two writers', () => twoWriterGuarantees(open))
    describe('durability', () => durabilityGuarantees(open))
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
