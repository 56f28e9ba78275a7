import { PAYLOAD_KINDS, type PayloadKind } from '../dataset/payload-kinds.ts'
import type { SpanFormat } from '../dataset/spans.ts'
import { folderBytes, withFolder } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import { heddle } from './heddle.ts'
import { load } from './load.ts'

export interface DiskPlan {
  readonly chatCalls: number
}

/** Bytes on disk for one kind of payload. */
export interface DiskUse {
  readonly kind: PayloadKind
  readonly format: SpanFormat
  readonly calls: number
  readonly bytesSent: number
  /** Right after the load, when background work has settled, and after a clean stop. */
  readonly bytesLoaded: number
  readonly bytesSettled: number
  readonly bytesStopped: number
}

const SPANS_PER_BATCH = 100

/** About as many bytes of each kind of payload, sent in both formats. */
export async function measureDisk({ chatCalls }: DiskPlan): Promise<DiskUse[]> {
  const calls: Record<PayloadKind, number> = {
    chat: chatCalls,
    rag: Math.ceil(chatCalls * 0.6),
    agent: Math.ceil(chatCalls * 0.2),
  }
  const uses: DiskUse[] = []
  for (const kind of PAYLOAD_KINDS)
    for (const format of ['otlp', 'native'] as const) uses.push(await diskUse(kind, format, calls[kind]))
  return uses
}

function diskUse(kind: PayloadKind, format: SpanFormat, calls: number): Promise<DiskUse> {
  process.stderr.write(`Heddle: disk for ${calls} calls, ${kind}, ${format}\n`)
  const contender = heddle(format)
  return withFolder(async (folder) => {
    const running = await contender.start(folder)
    try {
      const data = { kind, seed: 1, spans: calls }
      const { bytesSent } = await load(contender, running, { data, spansPerBatch: SPANS_PER_BATCH })
      const bytesLoaded = await folderBytes(folder)
      await settle(running.server.pid, folder)
      const bytesSettled = await folderBytes(folder)
      await running.server.stop()
      return {
        kind,
        format,
        calls,
        bytesSent,
        bytesLoaded,
        bytesSettled,
        bytesStopped: await folderBytes(folder),
      }
    } finally {
      await running.server.kill()
    }
  })
}
