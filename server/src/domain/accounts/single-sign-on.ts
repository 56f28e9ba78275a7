import { ServiceError } from '../../errors.ts'
import { isUserName, type Membership, type Role } from './account.ts'

/** Grants a role to users whose token has a claim. */
export interface ClaimRule {
  /** Null for everyone. */
  readonly claim: { readonly name: string; readonly value: string } | null
  /** A role in an entity, or that of a server admin. */
  readonly grants: { readonly entity: string; readonly role: Role } | 'server admin'
}

/** Who may sign in through a provider, and with which access. */
export interface SignInPolicy {
  /** Domains of email addresses; empty for all. */
  readonly domains: readonly string[]
  readonly rules: readonly ClaimRule[]
}

/** The claims of a provider about a user. */
export type Claims = Readonly<Record<string, unknown>>

interface Admission {
  /** The name of the user here: the email address, in lower case. */
  readonly name: string
  readonly server_admin: boolean
  readonly roles: readonly Pick<Membership, 'entity' | 'role'>[]
}

/** Throws `forbidden` for a user who may not sign in. */
export function admissionOf(claims: Claims, { domains, rules }: SignInPolicy): Admission {
  const name = emailOf(claims)
  const domain = name.slice(name.lastIndexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain))
    throw new ServiceError('forbidden', `addresses of ${domain} may not sign in`)
  const grants = rules.filter((rule) => isFor(rule, claims)).map((rule) => rule.grants)
  const roles = new Map<string, Role>()
  for (const grant of grants) {
    if (grant === 'server admin') continue
    const { entity, role } = grant
    if (RANK[role] > RANK[roles.get(entity) ?? 'none']) roles.set(entity, role)
  }
  return {
    name,
    server_admin: grants.includes('server admin'),
    roles: [...roles].map(([entity, role]) => ({ entity, role })),
  }
}

const RANK: Readonly<Record<Role | 'none', number>> = { none: 0, viewer: 1, editor: 2, admin: 3 }

/** An address that the provider has not verified could be somebody else's. */
function emailOf({ email, email_verified }: Claims): string {
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ServiceError('forbidden', 'the provider sent no email address')
  if (email_verified === false || email_verified === 'false')
    throw new ServiceError('forbidden', 'the provider has not verified the email address')
  const name = email.toLowerCase()
  // The Kelvin sign becomes a k, which is in the address of somebody else.
  if (!isUserName(name) || email.includes('\u212a'))
    throw new ServiceError('forbidden', `${JSON.stringify(email)} cannot be the name of a user`)
  return name
}

function isFor({ claim }: ClaimRule, claims: Claims): boolean {
  if (claim === null) return true
  const found = Object.hasOwn(claims, claim.name) ? claims[claim.name] : undefined
  return Array.isArray(found) ? found.includes(claim.value) : String(found ?? '') === claim.value
}

/** Reads `groups=ml:team/editor, groups=ops:admin, *:demo/viewer`. Undefined for invalid text. */
export function parseClaimRules(text: string): readonly ClaimRule[] | undefined {
  const rules = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseClaimRule)
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

function parseClaimRule(text: string): ClaimRule | undefined {
  const colon = text.lastIndexOf(':')
  const [who, what] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)]
  const equals = who.indexOf('=')
  const isEverybody = who === '*'
  if (!isEverybody && (equals <= 0 || equals === who.length - 1)) return undefined
  const claim = isEverybody ? null : { name: who.slice(0, equals), value: who.slice(equals + 1) }
  if (what === 'admin') return isEverybody ? undefined : { claim, grants: 'server admin' }
  const [entity = '', role = '', ...rest] = what.split('/')
  if (entity === '' || rest.length > 0 || !isRole(role)) return undefined
  return { claim, grants: { entity, role } }
}

const isRole = (text: string): text is Role => text === 'viewer' || text === 'editor' || text === 'admin'
