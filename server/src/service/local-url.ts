import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { giveToFolderOwner } from '../storage/sqlite/database/database-files.ts'
import { UsageError } from '../usage-error.ts'

const FILE = 'server-url'

/** Writes the URL of a running server to its data folder, for commands that talk to it. Returns a function that removes it. */
export function announceUrl(folder: string, url: string): () => void {
  const file = join(folder, FILE)
  try {
    writeFileSync(file, `${url}\n`)
    giveToFolderOwner(file)
  } catch (error) {
    const message = `The URL of the server cannot be written to ${file}, where commands find it: ${messageOf(error)}`
    throw new UsageError(message, { cause: error })
  }
  return () => withdrawUrl(folder)
}

export const withdrawUrl = (folder: string): void => rmSync(join(folder, FILE), { force: true })

/** The URL of the server that runs on the folder, or ran there until it was killed: `runningUrl` tells them apart. */
export function announcedUrl(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, FILE), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** A URL by which this machine can reach a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
