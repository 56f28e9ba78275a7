/** An error that the user of the command line can fix. Only its message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
