/** The oldest Node that works, as `engines` of package.json says. */
const OLDEST = [20, 19] as const

/** Explains why this Node is too old; undefined if it is not. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isTooOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  return isTooOld
    ? `Heddle needs Node ${OLDEST.join('.')} or later, and this is ${version}: see https://nodejs.org`
    : undefined
}
