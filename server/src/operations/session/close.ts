import { closeSession } from '@heddle/contract/session'
import { hashSessionId } from '../../domain/accounts/session.ts'
import { forKeyHolders, operation } from '../operation.ts'

export const sessionClose = operation(closeSession, forKeyHolders, async (_, { storage, browser }) => {
  if (browser.sessionId !== undefined) await storage.accounts.removeSession(hashSessionId(browser.sessionId))
  browser.forget()
  return {}
})
