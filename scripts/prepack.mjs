// Builds what `npm pack` packs, and puts the files that npm shows of a package beside it.

import { copyFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { joinNotices } from './third-party.mjs'

await import('./build.mjs')
for (const name of ['README.md', 'LICENSE']) {
  await copyFile(
    new URL(`../${name}`, import.meta.url),
    fileURLToPath(new URL(`../server/${name}`, import.meta.url)),
  )
}
await writeFile(
  new URL('../server/THIRD-PARTY-NOTICES.txt', import.meta.url),
  joinNotices(fileURLToPath(new URL('../server/dist', import.meta.url))),
)
