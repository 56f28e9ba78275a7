import { LENGTH_DELIMITED, VARINT } from './wire.ts'

/** An ExportTraceServiceResponse; without rejected spans it is empty. */
export function writeExportResponse(rejectedSpans: number, errorMessage: string): Buffer {
  if (rejectedSpans === 0) return Buffer.alloc(0)
  const partialSuccess = Buffer.concat([
    tag(1, VARINT),
    varint(rejectedSpans),
    lengthDelimited(2, Buffer.from(errorMessage)),
  ])
  return lengthDelimited(1, partialSuccess)
}

function lengthDelimited(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([tag(field, LENGTH_DELIMITED), varint(bytes.length), bytes])
}

function tag(field: number, wireType: number): Buffer {
  return varint(field * 8 + wireType)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Buffer.from([...bytes, rest])
}
