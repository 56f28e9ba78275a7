import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { readJsonText } from '../../../json/read.ts'
import { type JsonValue, parseTree } from '../../../json/tree.ts'
import { UsageError } from '../../../usage-error.ts'
import { firstLineOf, textsOf } from '../../transfer.ts'
import { connectionError, explained } from '../connection.ts'
import { SourceRecord } from './record.ts'
import { ABSENT, SourceRefusal } from './refusal.ts'

/** JSON documents of a file: one per line, as exporters write them, or a single one with line breaks. */
export async function* documentsOf(file: string): AsyncGenerator<string> {
  const first = await firstLineOf(file)
  if (first === undefined || !isJson(first)) {
    yield readFileSync(file, 'utf8')
    return
  }
  for await (const line of textsOf(file)) if (line.trim() !== '') yield line
}

/** Also with `NaN` and `Infinity`, as Python writes them. */
function isJson(text: string): boolean {
  try {
    readJsonText(text)
    return true
  } catch {
    return false
  }
}

/** The records of a file, whose documents are records, lists of them, or responses that hold a list as `listName`. */
export async function* recordsOf(file: string, listName: string): AsyncGenerator<SourceRecord> {
  let line = 0
  for await (const text of documentsOf(file)) {
    line++
    const tree = parsed(text, `${file}, document ${line}`)
    const list = tree instanceof Map && Array.isArray(tree.get(listName)) ? tree.get(listName) : tree
    for (const [index, item] of (Array.isArray(list) ? list : [list]).entries()) {
      yield new SourceRecord(item ?? null, `${file}, document ${line}, record ${index + 1},`)
    }
  }
}

/** Requests to the API of a source. */
export interface SourceApi {
  /** Whether the API has this path. */
  has(path: string): Promise<boolean>
  get(path: string): Promise<SourceRecord>
  post(path: string, body: object): Promise<SourceRecord>
  /** Each line of a response, as JSON text. */
  lines(path: string, body: object): AsyncGenerator<string>
  bytes(path: string, body: object): Promise<Uint8Array<ArrayBuffer>>
}

const TRIES = 6

/** Retries requests that a busy server refuses (429, 503), after the delay that it asks for. */
export function connectToSource(url: string, headers: Record<string, string>): SourceApi {
  const send = async (path: string, body?: object): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await request(url + path, headers, body)
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || attempt === TRIES) return response
      await response.body?.cancel()
      await sleep(Math.min(60, Number(response.headers.get('retry-after')) || 2 ** attempt) * 1_000)
    }
  }
  const bytes = async (path: string, body?: object): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await send(path, body)
    const received = await bytesOf(url, response)
    if (response.ok) return received
    throw new SourceRefusal(url + path, response.status, textOf(received).slice(0, 300))
  }
  const record = async (path: string, body?: object) => {
    const where = `The response of ${url}${path}`
    return new SourceRecord(parsed(textOf(await bytes(path, body)), where), where)
  }
  return {
    async has(path) {
      const response = await send(path)
      await bytesOf(url, response)
      return !ABSENT.has(response.status)
    },
    get: (path) => record(path),
    post: (path, body) => record(path, body),
    async *lines(path, body) {
      for (const line of textOf(await bytes(path, body)).split('\n')) if (line.trim() !== '') yield line
    },
    bytes,
  }
}

/** Decodes as `Response.text()` does, which drops a byte order mark. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

async function request(url: string, headers: Record<string, string>, body?: object): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  } catch (error) {
    throw connectionError(error, new URL(url).origin)
  }
}

/** The connection may be lost while a body is read. */
async function bytesOf(url: string, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw explained(error, new URL(url).origin)
  }
}

export function parsed(text: string, where: string): JsonValue {
  try {
    return parseTree(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new UsageError(`${where} is not JSON: ${error.message}`, { cause: error })
  }
}
