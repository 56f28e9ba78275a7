import type { FileStore, StoredFile } from '../port/files.ts'
import type { Database } from './database/driver.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteFiles(reads: Remote<FileReads>, writes: Remote<FileWrites>): FileStore {
  return {
    put: (projectId, digest, bytes) => writes.put(projectId, digest, ownBytes(bytes)),
    get: (projectId, digest) => reads.get(projectId, digest),
    size: (projectId, digest) => reads.size(projectId, digest),
    totalSize: (projectId) => reads.totalSize(projectId),
    listAll: (projectId, cursor, limits) => reads.listAll(projectId, cursor, limits),
  }
}

export function fileReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const select = db.prepare('select bytes from files where project = ? and digest = ?')
  const size = db.prepare('select size_bytes from files where project = ? and digest = ?')
  const total = db.prepare('select coalesce(sum(size_bytes), 0) as n from files where project = ?')

  return {
    listAll: listInProject<StoredFile>(db, findProject, FILES, asIs),
    get(projectId: string, digest: string): Uint8Array | undefined {
      const project = findProject(projectId)
      if (project === undefined) return undefined
      return select.get<{ bytes: Uint8Array }>(project, digest)?.bytes
    },
    size(projectId: string, digest: string): number | undefined {
      const project = findProject(projectId)
      if (project === undefined) return undefined
      return size.get<{ size_bytes: number }>(project, digest)?.size_bytes
    },
    totalSize(projectId: string): number {
      const project = findProject(projectId)
      return project === undefined ? 0 : (total.get<{ n: number }>(project)?.n ?? 0)
    },
  }
}

const FILES = tableSource('files', ['digest', 'bytes'], 'digest')

type FileReads = ReturnType<typeof fileReads>

export function fileWrites(db: Database, names: NameNumbers) {
  // Node 22 binds empty bytes that came from another thread as null.
  const insert = db.prepare(`
    insert into files (project, digest, size_bytes, bytes) values (?, ?, ?, coalesce(?, x''))
    on conflict (project, digest) do nothing`)

  return {
    put(projectId: string, digest: string, bytes: Uint8Array): void {
      insert.run(names.project(projectId), digest, bytes.byteLength, bytes)
    },
  }
}

type FileWrites = ReturnType<typeof fileWrites>

/** Posting a view to a thread copies its whole buffer, so it is copied to one of its own size. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
}
