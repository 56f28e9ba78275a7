import { createHash } from 'node:crypto'

/** Long enough that no two projects of a server share a number. */
const HEX_DIGITS = 15

/** The internal id of a new project. It follows from the name alone: whichever process creates a project, the id is the same. */
export function newInternalId(projectId: string): string {
  const hash = createHash('sha256').update(projectId).digest('hex')
  return formatInternalId(BigInt(`0x${hash.slice(0, HEX_DIGITS)}`))
}

export const formatInternalId = (number: number | bigint): string =>
  Buffer.from(`ProjectInternalId:${number}`).toString('base64')
