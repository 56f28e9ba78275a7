import { closeSession, openSession, readSession } from '@heddle/contract/session'
import type { Caller } from '../../domain/accounts/access.ts'
import { hashSecret, newSession } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import { forAnyone, forKeyHolders, operation, type Secret } from '../operation.ts'

export const sessionOperations = [
  operation(openSession, forAnyone, async (request, context) => {
    const { caller, key_id } = await context.browser.prove(secretOf(request))
    const { id, session } = newSession({ user_id: caller.user.id, key_id }, context.now())
    await context.storage.accounts.putSession(session)
    context.browser.keep(id)
    return sessionView(caller)
  }),

  operation(readSession, forKeyHolders, async (_, { caller }) => sessionView(caller)),
  operation(closeSession, forKeyHolders, async (_, { storage, browser }) => {
    if (browser.sessionId !== undefined) await storage.accounts.removeSession(hashSecret(browser.sessionId))
    browser.forget()
    return {}
  }),
]

function secretOf({ key, token }: { readonly key?: string; readonly token?: string }): Secret {
  if (key !== undefined && token === undefined) return { key }
  if (token !== undefined && key === undefined) return { token }
  throw new ServiceError('invalid_request', 'Send either key or token')
}

/** The response about the current user. */
function sessionView({ user, memberships, scope, project_id }: Caller) {
  return {
    user: { id: user.id, name: user.name, server_admin: user.server_admin },
    memberships: memberships.map(({ entity, role }) => ({ entity, role })),
    scope,
    project_id,
  }
}
