import { readAgentAttributes } from '@heddle/contract/agent-spans'
import { spanCondition } from '../../domain/agents/span-condition.ts'
import { newPage } from '../../domain/page.ts'
import { inProject, operation } from '../operation.ts'

const ATTRIBUTES_USUAL = 200

export const agentAttributesRead = operation(
  readAgentAttributes,
  inProject('read'),
  async (request, context) => {
    const { limit = ATTRIBUTES_USUAL, offset = 0 } = newPage(request)
    const { project_id } = request
    const seen = await context.storage.agentSpans.attributes({
      project_id,
      condition: spanCondition(request),
      sort: [],
    })
    return {
      attributes: seen.slice(offset, offset + limit).map(({ key, type, span_count }) => ({
        source: `custom_attrs_${type}` as const,
        key,
        value_type: type,
        span_count,
      })),
      limit,
      offset,
      has_more: seen.length > offset + limit,
    }
  },
)
