import { ServiceError } from '../../errors.ts'
import { isLongerThan } from '../text-length.ts'

const TAG_LENGTH_MAX = 256
const ALIAS_LENGTH_MAX = 128

/** Every object's alias for its newest version. Reserved: clients cannot set it. */
export const LATEST = 'latest'

/** A version number in place of a digest: `v0`, `v12`. */
export const VERSION_NUMBER = /^v(\d+)$/

const TAG = /^[-_\p{L}\p{N}]+(?: [-_\p{L}\p{N}]+)*$/u

/** The tags without duplicates. Throws, naming the first invalid one. */
export function checkedTags(tags: readonly string[]): string[] {
  for (const tag of tags) {
    if (!TAG.test(tag))
      throw refusal('tag', tag, 'must be words of letters, digits, _ and -, parted by single spaces')
    if (isLongerThan(tag, TAG_LENGTH_MAX))
      throw refusal('tag', tag, `must have at most ${TAG_LENGTH_MAX} characters`)
  }
  return [...new Set(tags)]
}

/** The aliases without duplicates. Throws, naming the first invalid one. */
export function checkedAliases(aliases: readonly string[]): string[] {
  for (const alias of aliases) {
    if (alias.trim() === '') throw refusal('alias', alias, 'must not be blank')
    if (isLongerThan(alias, ALIAS_LENGTH_MAX))
      throw refusal('alias', alias, `must have at most ${ALIAS_LENGTH_MAX} characters`)
    if (/[/:]/.test(alias)) throw refusal('alias', alias, 'must not contain / or :')
    if (alias === LATEST || VERSION_NUMBER.test(alias)) throw refusal('alias', alias, 'is reserved')
  }
  return [...new Set(aliases)]
}

function refusal(noun: 'tag' | 'alias', name: string, reason: string): ServiceError {
  return new ServiceError('invalid_request', `${noun} ${JSON.stringify(name.slice(0, 80))} ${reason}`)
}
