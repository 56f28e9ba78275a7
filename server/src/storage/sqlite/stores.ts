import type { WriteListeners } from '../port/write-listeners.ts'
import type { Storage } from '../port.ts'
import { sqliteAccounts } from './accounts.ts'
import { sqliteAgentSpans } from './agents.ts'
import { sqliteAudit } from './audit.ts'
import { sqliteCalls } from './calls.ts'
import { sqliteFeedback } from './feedback.ts'
import { sqliteFiles } from './files.ts'
import { sqliteObjects } from './objects.ts'
import { sqlitePrices } from './prices.ts'
import { sqliteProjects } from './projects.ts'
import { sqliteQueues } from './queues.ts'
import type { ReadStores } from './read-stores.ts'
import { sqliteTables } from './tables.ts'
import type { Remote } from './threads/protocol.ts'
import type { WriteStores } from './write-stores.ts'

/** How stores reach the threads or connections that execute their methods. */
export interface Access {
  /** Quick reads. */
  read<Name extends keyof ReadStores>(store: Name): Remote<ReadStores[Name]>
  /** Reads that may scan a whole project; they never block quick reads. */
  scan<Name extends keyof ReadStores>(store: Name, signal?: AbortSignal): Remote<ReadStores[Name]>
  write<Name extends keyof WriteStores>(store: Name): Remote<WriteStores[Name]>
  readonly listeners: WriteListeners
  countParts(count: number): void
}

type Stores = Omit<Storage, 'status' | 'probe' | 'share' | 'close'>

export function sqliteStores({ read, scan, write, listeners, countParts }: Access): Stores {
  return {
    accounts: sqliteAccounts(read('accounts'), write('accounts')),
    audit: sqliteAudit(read('audit'), write('audit')),
    projects: sqliteProjects(read('projects'), scan('projects'), write('projects')),
    calls: sqliteCalls(
      read('calls'),
      (signal) => scan('calls', signal),
      write('calls'),
      countParts,
      listeners,
    ),
    objects: sqliteObjects(read('objects'), write('objects')),
    tables: sqliteTables(read('tables'), scan('tables'), write('tables')),
    files: sqliteFiles(read('files'), write('files')),
    feedback: sqliteFeedback(read('feedback'), write('feedback'), () => listeners.notify()),
    prices: sqlitePrices(read('prices'), write('prices')),
    queues: sqliteQueues(read('queues'), write('queues')),
    agentSpans: sqliteAgentSpans(
      read('agentSpans'),
      (signal) => scan('agentSpans', signal),
      write('agentSpans'),
    ),
  }
}
