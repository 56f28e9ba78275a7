import type { Endpoint } from '@heddle/contract/endpoint'
import type { AnyOperation } from '../../operations/operation.ts'
import { addressFor, fieldsOf, type RequestField } from '../request/request-fields.ts'
import { escapeHtml, prose } from './html.ts'
import { type SchemaRow, schemaRows, typeLabel } from './schema-rows.ts'

/** The docs section of one operation. */
export function endpointSection({ endpoint, gate }: AnyOperation): string {
  const { path, summary, description, aliases } = endpoint
  const notes = [
    gate.access === 'public' && 'Needs no key.',
    aliases && `Also at ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`,
  ].filter((note) => typeof note === 'string')
  return `
<article id="${anchorOf(endpoint)}">
  <h3><a href="#${anchorOf(endpoint)}">${prose(summary)}</a></h3>
  <p class="route">${methodMark(endpoint)} <code>${pathMarkup(path)}</code>${accessMark(gate.access)}</p>
  ${[description, ...notes].map((text) => (text ? `<p>${prose(text)}</p>` : '')).join('\n  ')}
  <div class="sides">
    <div>${fieldsTable('Request', schemaRows(endpoint.request))}${replyTable(endpoint)}</div>
    <div class="example"><h4>Example</h4><pre><code>${escapeHtml(curlCommand(endpoint))}</code></pre></div>
  </div>
</article>`
}

export function anchorOf({ method, path }: Endpoint): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, '').replaceAll('/', '-')}`
}

function methodMark({ method }: Endpoint): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`
}

const ACCESS_MARKS: Record<AnyOperation['gate']['access'], string> = {
  public: 'public',
  key: 'any key',
  admin: 'admins',
  read: 'reads',
  write: 'writes',
}

function accessMark(access: AnyOperation['gate']['access']): string {
  return ` <span class="access">${ACCESS_MARKS[access]}</span>`
}

function pathMarkup(path: string): string {
  return escapeHtml(path).replace(/\{\w+\}/g, '<em>$&</em>')
}

const REPLY_TITLES: Record<Endpoint['replyAs'], string> = {
  json: 'Reply',
  lines: 'Reply, one object a line',
  bytes: 'Reply, raw bytes',
  text: 'Reply, plain text',
  events: 'Reply, the data of each event',
}

function replyTable({ reply, replyAs }: Endpoint): string {
  const rows = schemaRows(reply)
  if (rows.length > 0) return fieldsTable(REPLY_TITLES[replyAs], rows)
  return replyAs === 'bytes' || replyAs === 'text'
    ? `<h4>${REPLY_TITLES[replyAs]}</h4>`
    : `<h4>Reply</h4><p class="none">${escapeHtml(typeLabel(reply) === 'object' ? 'An empty object.' : typeLabel(reply))}</p>`
}

function fieldsTable(title: string, rows: readonly SchemaRow[]): string {
  if (rows.length === 0) return ''
  return `<h4>${title}</h4><table>${rows.map(fieldRow).join('')}</table>`
}

function fieldRow({ name, depth, type, required, description }: SchemaRow): string {
  const mark = required ? '<span class="required" title="required">*</span>' : ''
  return (
    `<tr><td data-depth="${depth}"><code>${escapeHtml(name)}</code>${mark}</td>` +
    `<td><span class="type">${escapeHtml(type)}</span><span class="note">${prose(description)}</span></td></tr>`
  )
}

/** The endpoint's example as a curl command, using the environment variables from the start-up banner. */
function curlCommand(endpoint: Endpoint): string {
  const fields = fieldsOf(endpoint).filter(({ example }) => example !== undefined)
  const address = addressFor(endpoint, new Map(fields.map(({ name, example }) => [name, example])))
  const inBody = fields.filter(({ place }) => place === 'body')
  return [
    `curl -u "api:$WANDB_API_KEY" "$WF_TRACE_SERVER_URL${address}"`,
    ...(['GET', 'POST'].includes(endpoint.method) ? [] : [`-X ${endpoint.method}`]),
    ...(endpoint.requestAs === 'form' ? inBody.map(formFlag) : jsonFlags(inBody)),
  ].join(' \\\n  ')
}

function formFlag({ name, example }: RequestField): string {
  return example instanceof Uint8Array ? `-F ${name}=@hello.txt` : `-F ${name}=${quote(String(example))}`
}

function jsonFlags(fields: readonly RequestField[]): string[] {
  if (fields.length === 0) return []
  const body = Object.fromEntries(fields.map(({ name, example }) => [name, example]))
  return [`--json ${quote(JSON.stringify(body, null, 2))}`]
}

/** Quotes a shell word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
