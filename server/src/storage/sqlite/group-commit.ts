import type { Database } from './driver.ts'
import { toFailure } from './failure.ts'
import type { Answer, Stores, Task } from './protocol.ts'
import { storageError } from './storage-error.ts'

interface GroupOptions {
  /** Called after a rollback. */
  readonly undone: () => void
  /** Throws if the database files were deleted or replaced, so that a commit would be lost. */
  readonly checkFiles: () => void
}

/**
 * Runs tasks in one transaction, with one flush to disk for all of them. A task that fails is rolled back alone.
 * Results are returned after the commit; if the commit or the disk fails, every task fails.
 */
export function runAsGroup(
  db: Database,
  stores: Stores,
  tasks: readonly Task[],
  { undone, checkFiles }: GroupOptions,
): Answer[] {
  try {
    checkFiles()
    db.exec('begin immediate')
    const answers = tasks.map((task) => runInSavepoint(db, stores, task, undone))
    db.exec('commit')
    checkFiles()
    return answers
  } catch (error) {
    rollback(db)
    undone()
    return tasks.map(({ id }) => ({ id, failure: toFailure(error) }))
  }
}

function runInSavepoint(db: Database, stores: Stores, task: Task, undone: () => void): Answer {
  db.exec('savepoint task')
  try {
    const result = runTask(stores, task)
    db.exec('release task')
    return { id: task.id, result }
  } catch (error) {
    // SQLite may have rolled back the whole transaction, and the next task would fail as well.
    if (storageError(error)) throw error
    db.exec('rollback to task')
    db.exec('release task')
    undone()
    return { id: task.id, failure: toFailure(error) }
  }
}

export function runTask(stores: Stores, task: Task): unknown {
  const method = stores[task.store]?.[task.method]
  if (!method) throw new Error(`no ${task.store}.${task.method} in this thread`)
  return method(...task.args)
}

/** After a failed commit, SQLite may have ended the transaction already. */
function rollback(db: Database): void {
  try {
    db.exec('rollback')
  } catch {
    // No transaction is open.
  }
}
