import { openSession } from '@heddle/contract/session'
import { newSession } from '../../domain/accounts/session.ts'
import { ServiceError } from '../../errors.ts'
import { forAnyone, operation, type Secret } from '../operation.ts'
import { sessionView } from './view.ts'

export const sessionOpen = operation(openSession, forAnyone, async (request, context) => {
  const { caller, key_id } = await context.browser.prove(secretOf(request))
  const { id, session } = newSession({ user_id: caller.user.id, key_id }, context.now())
  await context.storage.accounts.putSession(session)
  context.browser.keep(id)
  return sessionView(caller)
})

function secretOf({ key, token }: { readonly key?: string; readonly token?: string }): Secret {
  if (key !== undefined && token === undefined) return { key }
  if (token !== undefined && key === undefined) return { token }
  throw new ServiceError('invalid_request', 'Send either key or token')
}
