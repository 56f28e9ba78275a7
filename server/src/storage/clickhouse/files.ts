import { sql } from '../../query/fragment.ts'
import type { FileStore, StoredFile } from '../port/files.ts'
import type { Access } from './rows/access.ts'
import { listRows } from './rows/listing.ts'

export function clickhouseFiles({ clickhouse, projects }: Access): FileStore {
  const one = (projectId: string, digest: string) =>
    sql`from files where project_id = ${projectId} and digest = ${digest} limit 1`

  return {
    async put(project_id, digest, bytes) {
      await projects.insert('files', [project_id], [{ project_id, digest, bytes }])
    },
    async get(projectId, digest) {
      const [row] = await clickhouse.query<Base64>(
        sql`select base64Encode(bytes) as base64 ${one(projectId, digest)}`,
      )
      return row && bytesOf(row)
    },
    async size(projectId, digest) {
      const [row] = await clickhouse.query<{ size_bytes: number }>(
        sql`select size_bytes ${one(projectId, digest)}`,
      )
      return row?.size_bytes
    },
    async totalSize(projectId) {
      const [row] = await clickhouse.query<{ n: number }>(
        sql`select sum(size_bytes) as n from files final where project_id = ${projectId}`,
      )
      return row?.n ?? 0
    },
    async listAll(projectId, cursor, limits) {
      const from = sql`(select digest, size_bytes, base64Encode(bytes) as base64 from files final where project_id = ${projectId})`
      const columns = ['digest', 'base64']
      const source = { columns, from, where: sql`true`, key: ['digest'], bytes: sql`size_bytes` }
      const { rows, next } = await listRows<StoredFile & Base64>(clickhouse, source, cursor, limits)
      return { rows: rows.map((row) => ({ digest: row.digest, bytes: bytesOf(row) })), next }
    },
  }
}

interface Base64 {
  readonly base64: string
}

const bytesOf = ({ base64 }: Base64): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
