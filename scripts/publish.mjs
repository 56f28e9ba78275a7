import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Moves every file of `from` to the same place under `to`, and removes what `to` had besides,
 * except dot files and the folders named in `keep`.
 *
 * Files move one by one because a rename replaces a file at once, but never a folder. Folders'
 * files go first, so that an entry file never names one that is not there yet.
 */
export async function publish(from, to, keep) {
  const fresh = await filesUnder(from, [])
  for (const file of fresh.sort(deepestFirst)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
  }
  const kept = new Set(fresh)
  for (const file of await filesUnder(to, keep)) {
    if (!kept.has(file)) await rm(join(to, file), { force: true })
  }
}

async function filesUnder(folder, except) {
  const files = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    if (name.startsWith('.') || except.includes(name)) continue
    if (!entry.isDirectory()) files.push(name)
    else files.push(...(await filesUnder(join(folder, name), [])).map((file) => `${name}/${file}`))
  }
  return files
}

const depth = (file) => file.split('/').length
const deepestFirst = (a, b) => depth(b) - depth(a)
