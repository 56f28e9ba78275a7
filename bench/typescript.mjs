// Lets Node run the TypeScript of this folder, and of the rooms it measures, straight from source.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const source = await readFile(fileURLToPath(url), 'utf8')
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: fileURLToPath(url),
    sourcemap: 'inline',
  })
  return { format: 'module', source: code, shortCircuit: true }
}
