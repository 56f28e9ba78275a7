import { streamCalls as endpoint } from '@heddle/contract/calls-query'
import { inProject, operation } from '../operation.ts'
import { streamCalls } from './stream.ts'

export const callsStreamQuery = operation(endpoint, inProject('read'), async (request, context) =>
  streamCalls(context, request),
)
