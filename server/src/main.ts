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
  openStorage: ({ data, readTimeoutMs }, observer) =>
    openSqliteStorage({ folder: data, readTimeoutMs, ...(observer && { observer }) }),
  // The build puts the UI beside the bundle.
  uiFolder: fileURLToPath(new URL('./ui', import.meta.url)),
  untilStopped: untilSignalled,
  kill: () => killProcess('SIGKILL'),
}

// Whoever reads the output may leave before its end, as `head` does, or its disk may be full; what runs goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), context)
