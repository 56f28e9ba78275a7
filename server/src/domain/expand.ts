import { withMember } from '../json/members.ts'
import { valueAt, withValueAt } from '../json/path.ts'
import { JsonText } from '../json/text.ts'
import { parseRef } from './ref.ts'

const COLUMNS = ['attributes', 'inputs', 'output', 'summary'] as const

type Expandable = { readonly [Column in (typeof COLUMNS)[number]]: JsonText | null }

/** The value each ref names, in order; undefined where the ref cannot be followed. */
export type ReadObjects = (refs: readonly string[]) => Promise<readonly (JsonText | undefined)[]>

/**
 * Puts objects in the place of the refs to them that stand at `paths`, outer paths first, so that an
 * inner one may lead into what an outer one brought. An object gains `_ref`, the ref it came from. A
 * ref that cannot be followed stays.
 */
export async function expandRefs<Row extends Expandable>(
  rows: readonly Row[],
  paths: readonly string[],
  readObjects: ReadObjects,
): Promise<Row[]> {
  let expanded = [...rows]
  for (const path of outerFirst(paths)) expanded = await expandAt(expanded, path, readObjects)
  return expanded
}

function outerFirst(paths: readonly string[]): string[][] {
  return paths.map((path) => path.split('.')).sort((left, right) => left.length - right.length)
}

async function expandAt<Row extends Expandable>(
  rows: readonly Row[],
  [first, ...path]: readonly string[],
  readObjects: ReadObjects,
): Promise<Row[]> {
  const column = COLUMNS.find((name) => name === first)
  if (!column) return [...rows]
  const refs = rows.map((row) => objectRefAt(row[column], path))
  const values = await readObjects(refs.filter((ref) => ref !== undefined))
  let next = 0
  return rows.map((row, index) => {
    const ref = refs[index]
    const payload = row[column]
    const value = ref === undefined ? undefined : values[next++]
    if (ref === undefined || value === undefined || payload === null) return row
    return { ...row, [column]: withValueAt(payload, path, withOrigin(value, ref)) }
  })
}

function objectRefAt(payload: JsonText | null, path: readonly string[]): string | undefined {
  const value = payload && valueAt(payload, path)
  if (value?.kind !== 'string') return undefined
  const text: string = JSON.parse(value.text)
  const kind = parseRef(text)?.kind
  return kind === 'object' || kind === 'op' ? text : undefined
}

const withOrigin = (value: JsonText, ref: string): JsonText =>
  value.kind === 'object' ? withMember(value, '_ref', new JsonText(JSON.stringify(ref))) : value
