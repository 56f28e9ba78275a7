import { anyText, type Setting, type ValueType } from './config-values.ts'
import { type ClaimRule, parseClaimRules } from './domain/accounts/single-sign-on.ts'
import { CommandLineError } from './usage-error.ts'

/** Sign-in with an OpenID Connect provider. */
export interface OidcConfig {
  /** Empty for none. */
  readonly oidcIssuer: string
  readonly oidcClientId: string
  readonly oidcClientSecret: string
  /** Shown on the button of the sign-in page. */
  readonly oidcName: string
  /** Domains of the email addresses that may sign in; empty for all. */
  readonly oidcDomains: readonly string[]
  readonly oidcRoles: readonly ClaimRule[]
}

/** Secrets and codes must not cross a network in plain text. */
const issuer: ValueType<string> = {
  parse: (text) => (text === '' || isIssuer(text) ? text : undefined),
  expected: 'a URL such as https://accounts.example.org, or http:// on this machine',
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

const domains: ValueType<readonly string[]> = {
  parse: (text) => {
    const names = text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
    return names.every((name) => /^[\w.-]+$/.test(name)) ? names : undefined
  },
  expected: 'domains such as example.org,example.com',
}

const roles: ValueType<readonly ClaimRule[]> = {
  parse: parseClaimRules,
  expected: 'rules such as groups=ml:team/editor,groups=ops:admin,*:demo/viewer',
}

export const OIDC_SETTINGS: { readonly [Name in keyof OidcConfig]: Setting<OidcConfig[Name]> } = {
  oidcIssuer: {
    flag: 'oidc-issuer',
    variable: 'HEDDLE_OIDC_ISSUER',
    fallback: '',
    help: 'Sign in with this OpenID Connect provider (none)',
    type: issuer,
  },
  oidcClientId: {
    flag: 'oidc-client-id',
    variable: 'HEDDLE_OIDC_CLIENT_ID',
    fallback: '',
    help: 'Id of Heddle at the provider',
    type: anyText,
  },
  oidcClientSecret: {
    variable: 'HEDDLE_OIDC_CLIENT_SECRET',
    fallback: '',
    help: 'Secret of Heddle at the provider',
    type: anyText,
    isSecret: true,
  },
  oidcName: {
    flag: 'oidc-name',
    variable: 'HEDDLE_OIDC_NAME',
    fallback: 'single sign-on',
    help: 'Name of the provider on the sign-in page',
    type: anyText,
  },
  oidcDomains: {
    flag: 'oidc-domains',
    variable: 'HEDDLE_OIDC_DOMAINS',
    fallback: '',
    help: 'Domains of email addresses that may sign in, comma-separated (all)',
    type: domains,
  },
  oidcRoles: {
    flag: 'oidc-roles',
    variable: 'HEDDLE_OIDC_ROLES',
    fallback: '',
    help: 'Roles by claims, such as groups=ml:team/editor,*:demo/viewer (default: roles granted in Heddle)',
    type: roles,
  },
}

/** Throws for an incomplete configuration. */
export function checkOidc({ oidcIssuer, oidcClientId, oidcClientSecret }: OidcConfig): void {
  if (oidcIssuer === '') return
  if (oidcClientId === '' || oidcClientSecret === '')
    throw new CommandLineError('--oidc-issuer needs --oidc-client-id and HEDDLE_OIDC_CLIENT_SECRET')
}
