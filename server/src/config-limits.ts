import { formBytesMax } from './http/request/multipart.ts'
import { USER_SHARE } from './http/request/request-body.ts'

interface Limits {
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
}

interface Needed {
  readonly bytes: number
  /** What is that large. */
  readonly what: string
}

/** What may be in flight at least, in whole MiB: the share of one user must hold the largest request, or it would get 503 forever. */
export function inFlightNeeded({ bodyBytesMax, fileBytesMax }: Limits): Needed {
  const form: Needed = {
    bytes: shareHolding(formBytesMax(fileBytesMax)),
    what: 'the form of a file as large as --file-limit',
  }
  // Nothing says how well it is compressed.
  const body: Needed = {
    bytes: shareHolding(2 * bodyBytesMax),
    what: 'a compressed body and what it expands to, up to --body-limit each',
  }
  return form.bytes > body.bytes ? form : body
}

const MIB = 1024 ** 2

const shareHolding = (bytes: number): number => Math.ceil(bytes / USER_SHARE / MIB) * MIB
