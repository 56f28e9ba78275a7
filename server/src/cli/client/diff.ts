import { messageOf } from '../../errors.ts'
import type { Diff } from '../../reports/diff.ts'
import { diffLines, diffMarkdown } from '../../reports/diff-text.ts'
import { failuresOf, parseThresholds } from '../../reports/fail-on.ts'
import { readDiff } from '../../reports/read-diff.ts'
import { CommandLineError, UsageError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { plain } from '../plain-text.ts'
import { projectOf, withConnection } from './connection.ts'

/** Compares two traces or two evaluation runs. Fails if a threshold of `--fail-on` is exceeded. */
export async function showDiff(invocation: Invocation): Promise<void> {
  const text = invocation.text('fail-on')
  const thresholds = text === undefined ? [] : parsed(() => parseThresholds(text))
  const [a, b] = [invocation.word('A'), invocation.word('B')]
  const diff = await withConnection(invocation, async (connection) =>
    readDiff(connection.client, await projectOf(invocation, connection), a, b),
  )
  const failures = parsed(() => failuresOf(thresholds, diff.metrics))
  for (const line of rendered(invocation, diff, text === undefined ? undefined : failures))
    invocation.context.print(line)
  if (failures.length === 0) return
  const limits = failures.length === 1 ? 'A limit is' : `${failures.length} limits are`
  throw new UsageError(`${limits} exceeded: ${failures.map(plain).join('; ')}`)
}

function rendered(invocation: Invocation, diff: Diff, failures: readonly string[] | undefined): string[] {
  if (invocation.has('json')) return [JSON.stringify({ ...diff, failures }, null, 2)]
  return (invocation.has('markdown') ? diffMarkdown : diffLines)(diff, failures).map(plain)
}

/** Reports a wrong `--fail-on` as a mistake in the command line. */
function parsed<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new CommandLineError(messageOf(error), { cause: error })
  }
}
