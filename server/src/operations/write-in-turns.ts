import { JsonBytes } from '../json/bytes.ts'
import { writeJson } from '../json/write.ts'

/** Writing this many short records takes a few milliseconds. */
const ITEMS_PER_TURN = 1_000

/**
 * Writes an object with long lists as JSON: the items are taken from the lists and written over many turns of the event
 * loop, so that other requests are answered meanwhile.
 */
export async function writeInTurns(
  fields: object,
  lists: Readonly<Record<string, Iterable<unknown>>>,
): Promise<JsonBytes> {
  const chunks = [Buffer.from(writeJson(fields).slice(0, -1))]
  let separator = Object.keys(fields).length > 0 ? ',' : ''
  for (const [name, items] of Object.entries(lists)) {
    chunks.push(Buffer.from(`${separator}${JSON.stringify(name)}:[`))
    for await (const text of textsOf(items)) chunks.push(Buffer.from(text))
    chunks.push(Buffer.from(']'))
    separator = ','
  }
  chunks.push(Buffer.from('}'))
  return new JsonBytes(Buffer.concat(chunks))
}

/** The items as JSON with commas between them, some per turn. */
async function* textsOf(items: Iterable<unknown>): AsyncGenerator<string> {
  let text = ''
  let count = 0
  for (const item of items) {
    text += count++ > 0 ? `,${writeJson(item)}` : writeJson(item)
    if (count % ITEMS_PER_TURN !== 0) continue
    yield text
    text = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield text
}
