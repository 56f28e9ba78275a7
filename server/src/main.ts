import { fileURLToPath } from 'node:url'
import type { CliContext } from './cli/command.ts'
import { runCommand } from './cli/run.ts'
import { killProcess, untilSignalled } from './cli/signals.ts'
import { processEnvironment } from './config.ts'
import { openStorage } from './service/open-storage.ts'

/** Why standard output could not be written; undefined if it could. Node opens the stream again after an error. */
let outputError: NodeJS.ErrnoException | undefined

/** Whether the last line of the terminal shows the progress of the command. */
let isProgressShown = false

/** The control codes that clear that line. */
function eraseProgress(): string {
  if (!isProgressShown) return ''
  isProgressShown = false
  return '\r\x1b[K'
}

const context: CliContext = {
  environment: processEnvironment,
  print: (line) => {
    if (isProgressShown) process.stderr.write(eraseProgress())
    process.stdout.write(`${line}\n`)
  },
  isTerminal: process.stdout.isTTY === true,
  width: process.stdout.columns || 120,
  isOutputClosed: () => outputError !== undefined,
  note: (line) => process.stderr.write(`${eraseProgress()}${line}\n`),
  progress: (text) => {
    if (!process.stderr.isTTY) return
    process.stderr.write(`${eraseProgress()}${text}`)
    isProgressShown = true
  },
  openStorage,
  // The build places the UI next to the bundle.
  uiFolder: fileURLToPath(new URL('./ui', import.meta.url)),
  untilStopped: untilSignalled,
  kill: () => killProcess('SIGKILL'),
}

const isServer = process.argv[2] === 'serve'

// The reader of the output may exit early, as `head` does, or the disk may be full; neither stops the server.
process.stdout.on('error', (error) => {
  outputError ??= error
})
process.stderr.on('error', () => {})

// The error of the last line arrives after the command has ended.
process.once('exit', () => {
  if (outputError === undefined || outputError.code === 'EPIPE' || isServer) return
  process.stderr.write(`heddle: The output is incomplete: ${outputError.message}\n`)
  process.exitCode ||= 1
})

process.exitCode = await runCommand(process.argv.slice(2), context)
process.stderr.write(eraseProgress())
