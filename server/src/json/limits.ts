import { ServiceError } from '../errors.ts'

/** How deep containers may nest, in any JSON that is received or read back. */
const DEPTH_MAX = 200

/** How many objects and arrays may be built from one text. Validating text without building it has no such limit. */
export const CONTAINERS_MAX = 1_000_000

/** How many keys, strings, numbers and other scalars may be built from one text. */
export const VALUES_MAX = 4_000_000

/** How many `NaN` and `Infinity` one text may have: the position of each is stored. */
export const NON_FINITE_MAX = 1_000_000

export function refuseDeeper(depth: number): void {
  if (depth > DEPTH_MAX) throw tooLarge(`JSON is nested over ${DEPTH_MAX} containers deep`)
}

export const tooManyContainers = () =>
  tooLarge(`JSON has over ${CONTAINERS_MAX} objects and arrays: send it in smaller parts`)

export const tooManyValues = () => tooLarge(`JSON has over ${VALUES_MAX} values: send it in smaller parts`)

export const tooManyNonFinite = () =>
  tooLarge(`JSON has over ${NON_FINITE_MAX} numbers that are NaN or infinite`)

const tooLarge = (message: string) => new ServiceError('too_large', message)
