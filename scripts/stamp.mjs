import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// All of this is synchronous: it stands in the way of every start, and waiting in turns takes longer.

/** One hash for the names, sizes and times of all files under `inputs`, tests left out. */
export function stampOf(root, inputs) {
  const lines = inputs.flatMap((input) => describe(root, input))
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export function isFresh(stampFile, stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

export function markFresh(stampFile, stamp) {
  const draft = `${stampFile}.${process.pid}`
  writeFileSync(draft, stamp)
  renameSync(draft, stampFile)
}

function describe(root, path) {
  const info = statSync(join(root, path))
  if (!info.isDirectory()) return isTest(path) ? [] : [`${path} ${info.size} ${info.mtimeMs}`]
  const names = readdirSync(join(root, path)).filter((name) => name !== 'node_modules')
  return names.sort().flatMap((name) => describe(root, `${path}/${name}`))
}

const isTest = (path) => /\.test\.(ts|mjs)$/.test(path)
