import { readSession } from '@heddle/contract/session'
import { forKeyHolders, operation } from '../operation.ts'
import { sessionView } from './view.ts'

export const sessionRead = operation(readSession, forKeyHolders, async (_, { caller }) => sessionView(caller))
