// Builds what `npm pack` packs, and puts the files that npm shows of a package beside it.

import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

await import('./build.mjs')
for (const name of ['README.md', 'LICENSE']) {
  await copyFile(
    new URL(`../${name}`, import.meta.url),
    fileURLToPath(new URL(`../server/${name}`, import.meta.url)),
  )
}
