import type { KeyScope, Role } from '@heddle/contract/accounts'

/** What keys may do, in words. */
export const SCOPES: Record<KeyScope, string> = {
  all: 'all its user may',
  read: 'read only',
  write: 'write only',
}

export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin']

export const isScope = (text: string): text is KeyScope => Object.hasOwn(SCOPES, text)

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)
