import type { StoredCall } from '../../../domain/calls/call.ts'
import { JsonBytes } from '../../../json/bytes.ts'
import { cutPayload } from '../../../json/prefix.ts'
import { JsonText } from '../../../json/text.ts'
import type { Fragment } from '../../../query/fragment.ts'
import type { ClickHouse } from '../connection/client.ts'
import { type PartColumn, readRecords, type VisibleRecord } from './call-records.ts'

export type Json = JsonText | JsonBytes

/** What payloads are read as. */
export interface PayloadForm<Stored, Payload> {
  readonly read: <Column extends PartColumn>(
    clickhouse: ClickHouse,
    projectId: string,
    where: Fragment,
    columns: readonly Column[],
    limits: { readonly charsMax: number | undefined; readonly bytesMax: number },
  ) => Promise<ReadonlyMap<string, VisibleRecord<Column, Stored>> | undefined>
  readonly payloadOf: (stored: Stored) => Payload
}

export const AS_TEXT: PayloadForm<string, JsonText> = {
  read: readRecords,
  payloadOf: (text) => new JsonText(text),
}

/** To be sent without being decoded. */
export const AS_BYTES: PayloadForm<Uint8Array, JsonBytes> = {
  read: (clickhouse, projectId, where, columns, limits) =>
    readRecords(clickhouse, projectId, where, columns, { ...limits, asBytes: true }),
  payloadOf: (bytes) => new JsonBytes(bytes),
}

/** With inputs and output of at most `max` characters. */
export function cutCall<Payload extends Json>(
  call: StoredCall<Payload>,
  max: number,
): StoredCall<Payload | JsonText> {
  return { ...call, inputs: cutJson(call.inputs, max), output: cutJson(call.output, max) }
}

function cutJson<Payload extends Json>(payload: Payload | null, max: number): Payload | JsonText | null {
  // There are at least as many bytes as characters.
  if (payload === null || (payload instanceof JsonBytes && payload.bytes.length <= max)) return payload
  const { text } = payload
  const cut = cutPayload(text, max)
  return cut === null || cut === text ? payload : new JsonText(cut)
}
