import { existsSync } from 'node:fs'
import { CommandLineError, UsageError } from '../../../usage-error.ts'
import type { Invocation } from '../../command.ts'
import { withConnection } from '../connection.ts'
import { instantOf } from '../threads.ts'
import type { Source } from './source.ts'
import { ImportStore } from './store.ts'

/** Copies everything from a source to a project, and reports what could not be represented. */
export const importFrom = (invocation: Invocation, source: Source) =>
  withConnection(invocation, async (connection) => {
    const { context } = invocation
    const projectId = invocation.required('project')
    const from = invocation.word('URL|FILE')
    const isFile = !/^https?:\/\//.test(from)
    if (isFile && !existsSync(from)) throw new CommandLineError(`There is no file ${from}`)
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
    for await (const item of source(options, store)) await store.add(item)
    await store.flush()
    for (const line of reportOf(store, projectId)) context.note(line)
    if (store.refused.size > 0) throw new UsageError('Not everything was stored')
  })

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
