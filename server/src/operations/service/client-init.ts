import { queryClientInit } from '@heddle/contract/client-init'
import { clientInitReply } from '../../domain/client-init.ts'
import { forKeyHolders, operation } from '../operation.ts'

export const clientInit = operation(queryClientInit, forKeyHolders, async (request, { caller }) =>
  clientInitReply(request, caller),
)
