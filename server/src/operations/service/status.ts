import { readStatus, type ServerStatus } from '@heddle/contract/server-status'
import { formatDateTime } from '../../time.ts'
import { serviceVersion } from '../../version.ts'
import { type Context, forAdmins, operation } from '../operation.ts'

export const statusOperations = [operation(readStatus, forAdmins, (_, context) => serverStatus(context))]

/** Status of this process and its storage. */
export async function serverStatus({
  storage,
  server,
}: Pick<Context, 'storage' | 'server'>): Promise<ServerStatus> {
  const engine = await storage.status()
  return {
    version: serviceVersion,
    node_version: process.version,
    started_at: formatDateTime(server.startedAt),
    uptime_seconds: server.uptimeSeconds,
    memory_bytes: process.memoryUsage.rss(),
    engine: engine.engine,
    database_bytes: engine.database_bytes,
    pending_bytes: engine.pending_bytes,
    disk_free_bytes: engine.disk_free_bytes ?? null,
    ingest: { parts_total: engine.parts_total, parts_per_second: engine.parts_per_second },
    commits: {
      total: engine.writes_total,
      p50_ms: engine.write_ms.p50,
      p95_ms: engine.write_ms.p95,
      writes_waiting: engine.writes_waiting,
      reads_waiting: engine.reads_waiting,
    },
    requests: {
      total: server.requests.total,
      per_second: server.requests.perSecond,
      failed_total: server.failures.total,
    },
    listeners: server.listeners.count,
    held_removals: await storage.projects.heldRemovals(),
  }
}
