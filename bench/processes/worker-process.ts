import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Work in a separate process, prepared first so that only the work itself is timed. */
export interface Prepared<Result> {
  /** Runs the work once; the process exits afterwards. */
  run(): Promise<Result>
}

type Message<Result> = { readonly ready: true } | { readonly result: Result } | { readonly failure: string }

/** Starts `module`, a file of this folder that calls `serveWork`, and waits until it is ready. */
export async function prepare<Options extends object, Result>(
  module: string,
  options: Options,
): Promise<Prepared<Result>> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const hooks = new URL('../register.mjs', import.meta.url).href
  const child = fork(file, { execArgv: ['--import', hooks], serialization: 'advanced' })
  child.send(options)
  await nextMessage<Result>(child)
  return {
    async run() {
      child.send('go')
      const message = await nextMessage<Result>(child)
      child.disconnect()
      if ('result' in message) return message.result
      throw new Error('the process reported ready twice')
    },
  }
}

function nextMessage<Result>(child: ChildProcess): Promise<Message<Result>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a benchmark process exited early'))
    child.once('exit', ended)
    child.once('message', (message: Message<Result>) => {
      child.off('exit', ended)
      if (!('failure' in message)) return resolve(message)
      child.kill()
      reject(new Error(message.failure))
    })
  })
}

/** The child's side: prepares the work from its options and runs it on request. */
export function serveWork<Options, Result>(
  makeReady: (options: Options) => Promise<() => Promise<Result>>,
): void {
  const send = (message: Message<Result>) => process.send?.(message)
  const fail = (error: unknown) =>
    send({ failure: error instanceof Error ? `${error.stack}` : String(error) })

  process.once('disconnect', () => process.exit())
  process.once('message', (options: Options) => {
    makeReady(options)
      .then((work) => {
        process.once('message', () => work().then((result) => send({ result }), fail))
        send({ ready: true })
      })
      .catch(fail)
  })
}
