/**
 * Moves memory to a new object, which V8 frees when it next collects the young ones. Buffers that are in use for a while are old
 * when they are no longer needed, and only a collection of everything frees those: a few large ones are enough to cause it.
 */
export function freeSoon(memory: ArrayBufferLike): void {
  const isWorthwhile = memory.byteLength >= LARGE_BYTES
  if (isWorthwhile && memory instanceof ArrayBuffer) structuredClone(memory, { transfer: [memory] })
}

const LARGE_BYTES = 64 * 1024
