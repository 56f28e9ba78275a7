/** An error that the user of the command line can fix. Only its message is printed. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** The exit code of the command: docs/guide/commands.md lists them. */
  readonly exitCode: number = 1
}

/** The command line or a setting is wrong, and nothing was done. */
export class CommandLineError extends UsageError {
  override readonly name = 'CommandLineError'
  override readonly exitCode = 2
}

/** A check ran to its end and found something wrong. */
export class CheckFailed extends UsageError {
  override readonly name = 'CheckFailed'
  override readonly exitCode = 3
}

/** The server cannot be reached, or does not accept the key. */
export class NotReachable extends UsageError {
  override readonly name = 'NotReachable'
  override readonly exitCode = 4
}
