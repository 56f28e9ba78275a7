// Builds the product into server/dist: the service, its SQLite thread, its migrations and the UI.
//
// A part whose inputs are as they were is passed over, unless --force is given. Two builds may run
// at once: each writes to a folder of its own and moves finished files into place.

import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publish } from './publish.mjs'
import { isFresh, markFresh, stampOf } from './stamp.mjs'
import { NOTICES, noticesOf } from './third-party.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'server/dist')

/** `build` fills the folder it is given; the folder's content then takes the place of `output`. */
const parts = [
  {
    name: 'server',
    inputs: ['contract/src', 'server/src', 'server/package.json'],
    output: dist,
    keep: ['ui'],
    build: buildServer,
  },
  {
    name: 'ui',
    inputs: ['contract/src', 'ui'],
    output: join(dist, 'ui'),
    keep: [],
    build: buildUi,
  },
]

/** Loaded by bundled packages for what the server does not use: schemas of routes. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

const commonInputs = ['package-lock.json', 'scripts']
const force = process.argv.includes('--force')

for (const part of parts) {
  await bringUpToDate(part)
}

async function bringUpToDate({ name, inputs, output, keep, build }) {
  const startedAt = performance.now()
  // Taken before the build: what is edited meanwhile is built next time.
  const stamp = stampOf(root, [...commonInputs, ...inputs])
  const stampFile = join(dist, `.stamp-${name}`)
  if (!force && isFresh(stampFile, stamp)) return

  await mkdir(dist, { recursive: true })
  const workshop = await mkdtemp(join(dist, '.build-'))
  try {
    await build(workshop)
    await publish(workshop, output, keep)
    markFresh(stampFile, stamp)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`built ${name} into ${relative(root, output)} in ${seconds} s`)
}

async function buildServer(folder) {
  const { build } = await import('esbuild')
  const manifest = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8'))
  const options = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // Bundled CommonJS packages call `require` for built-in modules, which ES modules do not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    // All other packages are bundled: read by themselves, they cost a third of the start and 20 MB of memory.
    external: [...Object.keys(manifest.dependencies), ...unused],
    logLevel: 'warning',
    metafile: true,
  }
  // Split, so that the storage starts while the rest is loaded.
  const split = await build({
    ...options,
    splitting: true,
    entryPoints: { heddle: 'server/src/heddle.ts', 'ingest-worker': 'server/src/ingest-worker.ts' },
  })
  const sql = await build({ ...options, entryPoints: { 'sql-process': 'server/src/sql/process.ts' } })
  const sqlite = await build({
    ...options,
    entryPoints: { 'sqlite-worker': 'server/src/storage/sqlite/worker.ts' },
  })
  const bundled = [split, sql, sqlite].flatMap(({ metafile }) => Object.keys(metafile.inputs))
  await writeFile(join(folder, NOTICES), noticesOf(bundled.map((file) => join(root, file))))
  await chmod(join(folder, 'heddle.js'), 0o755)
  await cp(join(root, 'server/src/storage/sqlite/database/migrations'), join(folder, 'migrations'), {
    recursive: true,
  })
}

async function buildUi(folder) {
  const { build } = await import('vite')
  const bundled = new Set()
  await build({
    root: join(root, 'ui'),
    configFile: join(root, 'ui/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [
      {
        name: 'bundled-files',
        generateBundle(_options, bundle) {
          for (const { moduleIds = [] } of Object.values(bundle)) for (const id of moduleIds) bundled.add(id)
        },
      },
    ],
  })
  await writeFile(join(folder, NOTICES), noticesOf([...bundled]))
}
