import { existsSync } from 'node:fs'
import { CommandLineError, UsageError } from '../../../usage-error.ts'
import type { Invocation } from '../../command.ts'
import { withConnection } from '../connection.ts'
import { instantOf } from '../flags.ts'
import type { Source } from './source.ts'
import { ImportStore } from './store.ts'

/** Copies everything from a source to a project, and reports what could not be represented. */
export const importFrom = (invocation: Invocation, source: Source) =>
  withConnection(invocation, async (connection) => {
    const { context } = invocation
    const projectId = invocation.required('project')
    const from = invocation.word('URL|FILE')
    const isFile = !/^https?:\/\//.test(from)
    if (isFile) checkFile(invocation, from)
    const store = new ImportStore(connection, projectId, context.progress)
    const options = {
      from: withoutSlash(from),
      isFile,
      projectId,
      sourceProject: invocation.text('source-project'),
      since: instantOf(invocation, 'since'),
      until: instantOf(invocation, 'until'),
      environment: context.environment,
    }
    try {
      for await (const item of source(options, store)) await store.add(item)
    } finally {
      // Otherwise each run that fails at the end of the source would lose the same items.
      await store.flush()
    }
    for (const line of reportOf(store, projectId)) context.note(line)
    if (store.refused.size > 0) throw new UsageError('Not everything was stored')
  })

function checkFile(invocation: Invocation, file: string): void {
  if (!existsSync(file)) throw new CommandLineError(`There is no file ${file}`)
  const flag = ['since', 'until', 'source-project'].find((name) => invocation.text(name) !== undefined)
  if (flag) throw new CommandLineError(`--${flag} is for servers only: a file is imported whole`)
}

function withoutSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

function reportOf(store: ImportStore, projectId: string): string[] {
  const { stored, objects, skipped, leftOut, refused } = store
  const counts = `${stored.span + stored.call} calls, ${stored.feedback} feedback and ${objects} object versions`
  return [
    `Imported ${counts} to ${projectId}; ${skipped} were there already`,
    ...[...leftOut].map(([what, number]) => `No place for ${what}: ${number}`),
    ...[...refused].map(([reason, number]) => `Not stored, ${number}: ${reason}`),
  ]
}
