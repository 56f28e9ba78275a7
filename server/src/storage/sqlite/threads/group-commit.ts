import { freeSoon } from '../../../free-soon.ts'
import { type Database, rollback } from '../database/driver.ts'
import { storageError } from '../database/storage-error.ts'
import { toFailure } from './failure.ts'
import { type Answer, ownedBytes, type Stores, type Task } from './protocol.ts'

interface GroupOptions {
  /** Called after a rollback. */
  readonly undone: () => void
  /** Throws if the database files were deleted or replaced, so that a commit would be lost. */
  readonly checkFiles: () => void
}

/**
 * Runs tasks in one transaction, with one flush to disk for all of them. A task that fails is rolled back alone.
 * Results are returned after the commit; if the commit or the disk fails, every task fails. The bytes of stored tasks are gone
 * afterwards.
 */
export function runAsGroup(
  db: Database,
  stores: Stores,
  tasks: readonly Task[],
  { undone, checkFiles }: GroupOptions,
): Answer[] {
  try {
    checkFiles()
    const answers = runTogether(db, stores, tasks) ?? runApart(db, stores, tasks, undone)
    checkFiles()
    for (const { args } of tasks) for (const buffer of ownedBytes(args)) freeSoon(buffer)
    return answers
  } catch (error) {
    rollback(db)
    undone()
    return tasks.map(({ id }) => ({ id, failure: toFailure(error) }))
  }
}

/** Undefined if a task has failed: the others are undone with it. */
function runTogether(db: Database, stores: Stores, tasks: readonly Task[]): Answer[] | undefined {
  db.exec('begin immediate')
  const answers: Answer[] = []
  for (const task of tasks) {
    try {
      answers.push({ id: task.id, result: runTask(stores, task) })
    } catch (error) {
      if (storageError(error)) throw error
      return undefined
    }
  }
  db.exec('commit')
  return answers
}

/** With savepoints, for which SQLite keeps a copy of each page that changes: a fifth of all that is written. Few tasks fail, so few groups need them. */
function runApart(db: Database, stores: Stores, tasks: readonly Task[], undone: () => void): Answer[] {
  rollback(db)
  undone()
  db.exec('begin immediate')
  const answers = tasks.map((task) => runInSavepoint(db, stores, task, undone))
  db.exec('commit')
  return answers
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
