import { queryCalls } from '@heddle/contract/calls-query'
import { useQuery } from '@tanstack/react-query'
import { JsonChildren, memberTexts } from '../json/children.ts'
import { skipBlanks } from '../json/scan.ts'
import { client } from './client.ts'

const asText = { ...queryCalls, replyAs: 'text' } as const

/** What went in and came out of every call of the traces, as one text for each call. For traces of modest size. */
export function useTracePayloads(projectId: string, traceIds: readonly string[], enabled: boolean) {
  return useQuery({
    queryKey: ['trace-payloads', projectId, traceIds],
    enabled,
    queryFn: async ({ signal }) => {
      const filter = { trace_ids: [...traceIds] }
      const request = { project_id: projectId, filter, columns: ['id', 'inputs', 'output'] }
      return payloadsIn(await client.call(asText, request, { signal }))
    },
  })
}

function payloadsIn(reply: string): ReadonlyMap<string, string> {
  const list = memberTexts(reply).get('calls') ?? '[]'
  const children = new JsonChildren(list, skipBlanks(list, 0))
  const payloads = new Map<string, string>()
  for (let index = 0, child = children.at(0); child; child = children.at(++index)) {
    const members = memberTexts(list, child.start)
    const id: unknown = JSON.parse(members.get('id') ?? '""')
    payloads.set(String(id), `${members.get('inputs')}\n${members.get('output')}`)
  }
  return payloads
}
