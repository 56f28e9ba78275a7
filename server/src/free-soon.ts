/**
 * Moves memory to a new object, which V8 frees when it next collects the young ones. Buffers that are in use for a while are old
 * when they are no longer needed, and only a collection of everything frees those: a few large ones are enough to cause it.
 */
export function freeSoon(memory: ArrayBufferLike): void {
  if (memory instanceof ArrayBuffer) structuredClone(memory, { transfer: [memory] })
}
