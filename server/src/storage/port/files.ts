import type { ListAll } from './pages.ts'

export interface StoredFile {
  readonly digest: string
  readonly bytes: Uint8Array
}

/** Content-addressed bytes, per project. Never changed, never removed. */
export interface FileStore {
  put(projectId: string, digest: string, bytes: Uint8Array): Promise<void>

  get(projectId: string, digest: string): Promise<Uint8Array | undefined>

  /** Bytes of the file. */
  size(projectId: string, digest: string): Promise<number | undefined>

  /** Bytes of all files of the project, each content once. */
  totalSize(projectId: string): Promise<number>

  readonly listAll: ListAll<StoredFile>
}
