import { queryClientInit } from '@heddle/contract/client-init'
import { forKeyHolders, operation } from '../operation.ts'
import { clientInitReply } from './graphql.ts'

export const clientInit = operation(queryClientInit, forKeyHolders, async (request, { caller }) =>
  clientInitReply(request, caller),
)
