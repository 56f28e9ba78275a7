import { existsSync } from 'node:fs'
import { numberAt, valueAt } from '@heddle/contract/call/json'
import { ApiError } from '@heddle/contract/client'
import { UsageError } from '../../../usage-error.ts'
import type { Invocation } from '../../command.ts'
import { withConnection } from '../connection.ts'
import { documentsOf } from './documents.ts'

/**
 * Sends the exports in a file to a project. Spans keep their ids, so that sending a file again, or the rest of one that was
 * interrupted, stores each span once.
 */
export const importOtlp = (invocation: Invocation) =>
  withConnection(invocation, async ({ post }) => {
    const file = invocation.word('FILE')
    const project_id = invocation.required('project')
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`)
    let sent = 0
    let rejected = 0
    const reasons = new Set<string>()
    for await (const document of documentsOf(file)) {
      const reply = await post('/otel/v1/traces', document, { project_id }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status < 500) || DENIED.has(error.status)) throw error
        throw new UsageError(`${file}, document ${sent + 1}: ${error.reason}`, { cause: error })
      })
      sent++
      rejected += numberAt(reply, 'partialSuccess.rejectedSpans') ?? 0
      const reason = valueAt(reply, 'partialSuccess.errorMessage')
      if (typeof reason === 'string' && reasons.size < REASONS_MAX) reasons.add(reason)
      invocation.context.progress(`${sent} exports`)
    }
    invocation.context.note(`Sent ${sent} exports of ${file} to ${project_id}`)
    for (const reason of reasons) invocation.context.note(`Not stored: ${reason}`)
    if (rejected > 0) throw new UsageError(`${rejected} spans could not be stored`)
  })

const REASONS_MAX = 20

/** Refusals that are not about the document. */
const DENIED: ReadonlySet<number> = new Set([401, 403, 429])
