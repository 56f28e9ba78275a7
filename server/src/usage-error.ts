/** What the person at the terminal can mend. Its message is all they see of it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
