import type { Query } from '@heddle/contract/query'
import { measureTables, queryTable, streamTable } from '@heddle/contract/tables'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { JsonChildren, memberTexts } from '../json/children.ts'
import { client } from './client.ts'

const PAGE_ROWS = 200

export interface TableSorting {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** A row whose value is unparsed JSON, so that large numbers keep all their digits. */
export interface TextRow {
  readonly digest: string
  /** Position in the whole table, 0-based. */
  readonly index: number
  readonly text: string
}

const readAsText = { ...queryTable, replyAs: 'text' } as const

/** Filter and order of rows; by default all rows in their original order. */
export interface TableChoice {
  readonly query?: Query
  readonly sort?: TableSorting
}

/** Rows of a table, page by page. Undefined disables the query. Keeps showing the previous rows while loading. */
export function useTableRows(projectId: string, digest: string | undefined, choice: TableChoice) {
  return useInfiniteQuery<TextRow[], Error, InfiniteData<TextRow[], number>, readonly unknown[], number>({
    queryKey: ['table', projectId, digest, choice.sort, choice.query],
    enabled: digest !== undefined,
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[1] === projectId && lastQuery.queryKey[2] === digest ? last : undefined,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const request = {
        project_id: projectId,
        digest: digest ?? '',
        limit: PAGE_ROWS,
        offset: pageParam,
        ...chosen(choice),
      }
      return rowsOf(await client.call(readAsText, request, { signal }))
    },
    getNextPageParam: (rows, pages) => (rows.length < PAGE_ROWS ? undefined : pages.length * PAGE_ROWS),
  })
}

/** The row at an index of the whole table, or null. Undefined disables the query. */
export function useTableRow(projectId: string, digest: string, index: number | undefined) {
  return useQuery({
    queryKey: ['table-row', projectId, digest, index],
    enabled: index !== undefined,
    queryFn: async ({ signal }) => {
      const request = { project_id: projectId, digest, limit: 1, offset: index ?? 0 }
      const rows = rowsOf(await client.call(readAsText, request, { signal }))
      return rows.find((row) => row.index === index) ?? null
    },
  })
}

const chosen = ({ query, sort }: TableChoice) => ({
  ...(sort && { sort_by: [sort] }),
  ...(query && { query }),
})

function rowsOf(reply: string): TextRow[] {
  const rows: TextRow[] = []
  const list = memberTexts(reply).get('rows') ?? '[]'
  const children = new JsonChildren(list, 0)
  for (let at = 0; ; at++) {
    const child = children.at(at)
    if (!child) return rows
    const members = memberTexts(list.slice(child.start, child.end))
    const text = members.get('val') ?? 'null'
    rows.push({
      digest: String(JSON.parse(members.get('digest') ?? '""')),
      index: Number(members.get('original_index')),
      text,
    })
  }
}

/** Row counts of tables, by digest. */
export function useRowCounts(projectId: string, digests: readonly string[]) {
  return useQuery({
    queryKey: ['table-counts', projectId, digests],
    enabled: digests.length > 0,
    queryFn: async ({ signal }) => {
      const { tables } = await client.call(
        measureTables,
        { project_id: projectId, digests: [...digests], include_storage_size: true },
        { signal },
      )
      return new Map(tables.map((table) => [table.digest, table]))
    },
  })
}

const streamAsText = { ...streamTable, replyAs: 'text' } as const

/** All rows of a table, each as JSON text. */
export function useAllRows(projectId: string, digest: string) {
  return useQuery({
    queryKey: ['table-all', projectId, digest],
    queryFn: () => readAllRows(projectId, digest, {}),
  })
}

/** All matching rows of a table, each as JSON text. */
export async function readAllRows(projectId: string, digest: string, choice: TableChoice): Promise<string[]> {
  const lines = await client.call(streamAsText, { project_id: projectId, digest, ...chosen(choice) })
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => memberTexts(line).get('val') ?? 'null')
}
