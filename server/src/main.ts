#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import type { CliContext } from './cli/command.ts'
import { runCommand } from './cli/run.ts'
import { killProcess, untilSignalled } from './cli/signals.ts'
import { processEnvironment } from './config.ts'
import { openSqliteStorage } from './storage/sqlite/storage.ts'

const context: CliContext = {
  environment: processEnvironment,
  print: (line) => process.stdout.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
  note: (line) => process.stderr.write(`${line}\n`),
  openStorage: ({ data, readTimeoutMs, sealAfterMs }, observer) =>
    openSqliteStorage({ folder: data, readTimeoutMs, sealAfterMs, ...(observer && { observer }) }),
  // The build places the UI next to the bundle.
  uiFolder: fileURLToPath(new URL('./ui', import.meta.url)),
  untilStopped: untilSignalled,
  kill: () => killProcess('SIGKILL'),
}

// The reader of the output may exit early, as `head` does, or the disk may be full; neither stops the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), context)
