import type { Database } from './driver.ts'
import { toFailure } from './failure.ts'
import type { Answer, Stores, Task } from './protocol.ts'
import { storageFault } from './storage-fault.ts'

interface GroupOptions {
  /** Called where something was undone. */
  readonly undone: () => void
  /** Throws where what is committed would be lost. */
  readonly checkFiles: () => void
}

/**
 * Runs tasks in one transaction: one flush to disk for all of them. A task that fails is undone by
 * itself and the others stand. Answers are given after the commit only; where the commit itself or the disk
 * fails, every task failed.
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
    // SQLite may have undone the whole transaction, and what fails for one task would fail for the next.
    if (storageFault(error)) throw error
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

/** After a failed commit SQLite may have ended the transaction already. */
function rollback(db: Database): void {
  try {
    db.exec('rollback')
  } catch {
    // Nothing is open: there is nothing to undo.
  }
}
