import type { Storage } from '../port.ts'

/** An engine under test. */
export interface OpenedStorage {
  readonly storage: Storage
  /** Closes the storage and opens it again, as a restart of the process would. */
  reopen(): Promise<Storage>
  /** Opens the same data once more, as a second process or thread does. It closes before `storage`. */
  openAnother(): Promise<Storage>
  /** Closes the storage and removes everything it stored. */
  cleanup(): Promise<void>
}
