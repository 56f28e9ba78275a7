import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../../errors.ts'
import {
  DATABASE_FILE,
  flush,
  giveToFolderOwner,
  IMPORT_PROGRESS_FILE,
  isHalfRestored,
  PROMOTE_PROGRESS_FILE,
  RESTORING,
  refuseFullDisk,
} from '../database/database-files.ts'
import { bytesInUse, type Database, openDatabase } from '../database/driver.ts'
import { schemaVersion } from '../database/migrate.ts'
import { refuseOtherFiles, whyNotOpened } from '../database/refuse-file.ts'
import { Findings } from '../verify/findings.ts'
import { checkFile } from '../verify/verify.ts'

/** Describes a backup. It is written last: a folder without it is no backup. */
const MANIFEST = 'backup.json'
const FORMAT = 1

/** Files of a data folder that a backup has, where they exist. The WAL is part of the copied database. */
const KEY_FILE = 'admin-key'

export interface Manifest {
  readonly format: typeof FORMAT
  readonly heddle_version: string
  readonly created_at: string
  readonly schema: number
  readonly files: readonly BackedUpFile[]
}

interface BackedUpFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

interface BackupOptions {
  readonly version: string
  readonly now: Date
  readonly onStep?: (step: string) => void
}

/**
 * Copies a data folder into `target`, which must be empty or missing, while a server may be writing to it. The copy is the database
 * at one instant (ADR 14), checked by SQLite. Where a step fails, `target` is left without a manifest.
 */
export async function backUp(folder: string, target: string, options: BackupOptions): Promise<Manifest> {
  const { version, now, onStep = () => {} } = options
  const source = join(folder, DATABASE_FILE)
  if (!existsSync(source)) throw new ServiceError('not_found', `There is no database in ${folder}`)
  refuseFilled(target)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const copy = join(target, DATABASE_FILE)
  onStep('copying')
  copyDatabase(source, copy)
  const keyFile = join(folder, KEY_FILE)
  if (existsSync(keyFile)) copyPrivately(keyFile, join(target, KEY_FILE))
  onStep('checking the copy')
  const schema = checkCopy(copy)
  onStep('computing checksums')
  const names = [DATABASE_FILE, KEY_FILE].filter((name) => existsSync(join(target, name)))
  const files = await Promise.all(names.map((name) => describe(target, name)))
  const manifest: Manifest = {
    format: FORMAT,
    heddle_version: version,
    created_at: now.toISOString(),
    schema,
    files,
  }
  writeManifest(target, manifest)
  return manifest
}

/**
 * Checks a backup and copies it into `folder`. Data in the folder is replaced only with `replace`, and moved aside rather than deleted.
 * The database is moved into place last: a restore that is interrupted leaves none, and can be run again.
 */
export async function restore(
  from: string,
  folder: string,
  options: { readonly replace: boolean; readonly now: Date; readonly onStep?: (step: string) => void },
): Promise<Manifest> {
  const { replace, now, onStep = () => {} } = options
  const isResumed = isHalfRestored(join(folder, DATABASE_FILE))
  if (!replace && !isResumed) refuseFilled(folder)
  onStep('checking the backup')
  const manifest = await checkBackup(from)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseFullDisk(
    folder,
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  onStep('copying')
  const unfinished = (name: string) => join(folder, `${name}${RESTORING}`)
  for (const { name } of manifest.files) {
    copyPrivately(join(from, name), unfinished(name))
    giveToFolderOwner(unfinished(name))
  }
  // What was interrupted may have moved the database aside and not yet its WAL, which SQLite would apply to the restored one.
  if (isResumed) moveRestAside(folder, now)
  else if (replace) moveAside(folder, now)
  for (const { name } of [...manifest.files].reverse()) renameSync(unfinished(name), join(folder, name))
  flush(folder)
  return manifest
}

/** Returns the manifest of a backup whose files are as it says. */
async function checkBackup(from: string): Promise<Manifest> {
  const manifest = readManifest(from)
  for (const { name, bytes, sha256 } of manifest.files) {
    if (!existsSync(join(from, name))) throw unusable(`The backup in ${from} is damaged: ${name} is missing`)
    const found = await describe(from, name)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw unusable(`The backup in ${from} is damaged: ${name} is not as ${MANIFEST} says`)
  }
  return manifest
}

const unusable = (message: string) => new ServiceError('unavailable', message)

function refuseFilled(folder: string): void {
  // Left by an attempt to start a server, or by another command.
  const isHarmless = (name: string) => name.startsWith('heddle.lock')
  const [found] = existsSync(folder) ? readdirSync(folder).filter((name) => !isHarmless(name)) : []
  if (found !== undefined)
    throw new ServiceError('conflict', `${folder} is not empty (it has ${found}): choose another folder`)
}

function copyDatabase(source: string, copy: string): void {
  refuseOtherFiles(source)
  let db: Database | undefined
  try {
    db = openDatabase(source, { readOnly: true })
    refuseFullDisk(join(copy, '..'), bytesInUse(db))
    // SQLite writes into an empty file and keeps its permissions.
    closeSync(openSync(copy, 'wx', 0o600))
    db.prepare('vacuum into ?').run(copy)
  } catch (error) {
    rmSync(copy, { force: true })
    throw whyNotOpened(error, source)
  } finally {
    db?.close()
  }
  flush(copy)
}

/** Throws if SQLite finds a copy of a database damaged. Returns its schema. */
export function checkCopy(copy: string): number {
  const db = openDatabase(copy, { readOnly: true })
  try {
    const findings = new Findings('file')
    checkFile(db, findings)
    const { problems, described } = findings.result()
    if (problems > 0) throw unusable(`The database is damaged, and so is the copy: ${described[0]}`)
    return schemaVersion(db)
  } finally {
    db.close()
  }
}

async function describe(folder: string, name: string): Promise<BackedUpFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name)), hash)
  return { name, bytes: statSync(join(folder, name)).size, sha256: hash.digest('hex') }
}

function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
  flush(to)
}

function writeManifest(target: string, manifest: Manifest): void {
  const unfinished = join(target, `${MANIFEST}.unfinished`)
  writeFileSync(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  flush(unfinished)
  renameSync(unfinished, join(target, MANIFEST))
  flush(target)
}

/** Throws if a folder is no backup. Its files are not checked. */
export function readManifest(from: string): Manifest {
  const path = join(from, MANIFEST)
  if (!existsSync(path)) throw unusable(`${from} is not a complete backup: it has no ${MANIFEST}`)
  const manifest: unknown = parsed(readFileSync(path, 'utf8'))
  if (!isManifest(manifest))
    throw unusable(`${path} is not the description of a backup that this version can read`)
  return manifest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null || !('format' in value && 'files' in value)) return false
  if (value.format !== FORMAT || !Array.isArray(value.files) || !value.files.every(isBackedUpFile))
    return false
  const names = value.files.map(({ name }) => name)
  return names.includes(DATABASE_FILE) && new Set(names).size === names.length
}

/** Names are checked, since files are written under them. */
function isBackedUpFile(value: unknown): value is BackedUpFile {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('name' in value && 'bytes' in value && 'sha256' in value)
  )
    return false
  return (
    (value.name === DATABASE_FILE || value.name === KEY_FILE) &&
    typeof value.bytes === 'number' &&
    typeof value.sha256 === 'string'
  )
}

/** Moves the database, its WAL and what else is about its data into a folder of their own. */
const moveAside = (folder: string, now: Date): void =>
  moveInto(newAside(folder, now), folder, (name) => name === KEY_FILE || isOfData(name))

/** The same of what an interrupted `moveAside` left, to where it moved the rest. The key may be that of the backup already. */
function moveRestAside(folder: string, now: Date): void {
  const begun = readdirSync(folder)
    .filter((name) => name.startsWith(ASIDE) && !existsSync(join(folder, name, `${DATABASE_FILE}-wal`)))
    .sort()
    .at(-1)
  moveInto(begun === undefined ? newAside(folder, now) : join(folder, begun), folder, isOfData)
}

const isOfData = (name: string): boolean =>
  name.startsWith(DATABASE_FILE) || name === IMPORT_PROGRESS_FILE || name === PROMOTE_PROGRESS_FILE

const ASIDE = 'replaced-'

const newAside = (folder: string, now: Date): string =>
  join(folder, `${ASIDE}${now.toISOString().replaceAll(':', '-')}`)

function moveInto(aside: string, folder: string, isMoved: (name: string) => boolean): void {
  const names = readdirSync(folder).filter((name) => isMoved(name) && !name.endsWith(RESTORING))
  if (names.length === 0) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  giveToFolderOwner(aside)
  for (const name of names) renameSync(join(folder, name), join(aside, name))
}
