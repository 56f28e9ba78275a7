/**
 * A slot says where the payloads of a sealed call are: the id of its block, and its index among the calls of the block, in one number.
 */
const CALLS_PER_BLOCK_MAX = 4_096

export const slotOf = (block: number, index: number): number => block * CALLS_PER_BLOCK_MAX + index

export const blockOf = (slot: number): number => Math.floor(slot / CALLS_PER_BLOCK_MAX)

export const indexInBlock = (slot: number): number => slot % CALLS_PER_BLOCK_MAX

/** The same of a column in SQL. */
export const blockSql = (slot: string): string => `${slot} / ${CALLS_PER_BLOCK_MAX}`

export const indexInBlockSql = (slot: string): string => `${slot} % ${CALLS_PER_BLOCK_MAX}`
