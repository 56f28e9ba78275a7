import { mayAccess } from '../../domain/accounts/access.ts'
import { type ReadableRef, type RefSource, readableRef, readRefs } from '../../domain/objects/ref-walk.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import type { Context } from '../operation.ts'
import { refSource } from './source.ts'

/**
 * The value that each ref leads to, in order. Undefined where it is no ref to an object, leads
 * nowhere or to something deleted, or into a project that the caller may not read. Throws `too_large` when they are
 * over `bytesMax` together.
 */
export async function readObjectValues(
  { storage, caller }: Pick<Context, 'storage' | 'caller'>,
  texts: readonly string[],
  bytesMax: number,
): Promise<(JsonText | undefined)[]> {
  const refs = new Map<string, ReadableRef>()
  for (const text of texts) {
    const ref = readableRef(text)
    if (ref && mayAccess(caller, 'read', ref.project_id)) refs.set(text, ref)
  }
  const values = await readRefs([...refs.values()], forgiving(refSource(storage, bytesMax)))
  const valueByRef = new Map([...refs.keys()].map((text, index) => [text, values[index] ?? undefined]))
  return withinBytes(
    texts.map((text) => valueByRef.get(text)),
    bytesMax,
  )
}

/** Many refs may lead to one value, which counts each time. */
function withinBytes<Value extends JsonText | undefined>(values: Value[], bytesMax: number): Value[] {
  const bytes = values.reduce((sum, value) => sum + (value?.text.length ?? 0), 0)
  if (bytes > bytesMax)
    throw new ServiceError('too_large', `The values of the refs are over ${bytesMax} bytes`)
  return values
}

/** What is unknown leads nowhere, in place of refusing the other refs as well. */
function forgiving(source: RefSource): RefSource {
  return {
    objects: async (versions) => (await source.objects(versions)).map((val) => val ?? null),
    rows: async (rows) => (await source.rows(rows)).map((val) => val ?? null),
  }
}
