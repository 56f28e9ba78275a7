import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../../tests/server/server-process.ts'

export const API_KEY = 'b'.repeat(40)

/** The built service on a temporary folder. */
export interface Service extends ServerProcess {
  readonly folder: string
}

/**
 * Runs `work` with a fresh server, which is removed with its data afterwards, also if the run is interrupted. `bundle`
 * is the `heddle.js` of another checkout's build.
 */
export function withService<T>(work: (service: Service) => Promise<T>, bundle?: string): Promise<T> {
  return withFolder(async (folder) => {
    const server = await startServer({ data: folder, apiKey: API_KEY, ...(bundle && { bundle }) })
    const kill = () => void server.kill()
    process.once('exit', kill)
    try {
      return await work({ ...server, folder })
    } finally {
      process.off('exit', kill)
      await server.stop()
    }
  })
}

/** Several servers at once, to be measured alternately under the same load of the machine. */
export function withServices<T>(
  count: number,
  work: (services: readonly Service[]) => Promise<T>,
): Promise<T> {
  if (count === 0) return work([])
  return withService((first) => withServices(count - 1, (others) => work([first, ...others])))
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await work(folder)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** Total size of the files in a folder and its subfolders. */
export async function folderBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true })
  return files.reduce((sum, file) => {
    // A running server may just have deleted a temporary file.
    const stats = statSync(join(folder, file), { throwIfNoEntry: false })
    return sum + (stats?.isFile() ? stats.size : 0)
  }, 0)
}
