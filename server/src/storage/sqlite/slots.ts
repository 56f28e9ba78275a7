/** A slot says where the payloads of a sealed call are: the id of its block times this, plus its index in the block. */
export const SLOTS_PER_BLOCK = 4_096
