import type { Endpoint } from '@heddle/contract/endpoint'
import { addressFor } from '../request-address.ts'
import { fieldsOf, type RequestField } from '../request-fields.ts'

/** The endpoint's example as a command to paste, once the lines of the start-up banner are in the shell. */
export function curlCommand(endpoint: Endpoint): string {
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

/** As one word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
