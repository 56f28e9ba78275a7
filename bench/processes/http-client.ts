import { Agent, type IncomingMessage, request } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** A response that is not 200. */
export class HttpFailure extends Error {
  readonly status: number

  constructor(path: string, status: number, body: string) {
    super(`${path} answered ${status}: ${body.slice(0, 300)}`)
    this.status = status
  }
}

/** A low-overhead client: keep-alive sockets, and responses that are not even decoded. */
export class HttpClient {
  readonly #agent: Agent
  readonly #url: string
  readonly #headers: Headers
  readonly #timeoutMs: number

  /** Requests that take longer than `timeoutMs` reject. */
  constructor(url: string, headers: Headers, connections: number, timeoutMs = 600_000) {
    this.#url = url
    this.#headers = headers
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Resolves with the response body; rejects with `HttpFailure` unless the status is 200. */
  post(path: string, body: Buffer | string, contentType = 'application/json'): Promise<Buffer> {
    const headers = { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) }
    return this.#send('POST', path, headers, body)
  }

  /** Like `post`, without a body. */
  get(path: string): Promise<Buffer> {
    return this.#send('GET', path, {})
  }

  #send(method: string, path: string, headers: Headers, body?: Buffer | string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: { ...this.#headers, ...headers } }
      const sent = request(`${this.#url}${path}`, options, (response) => {
        bytesOf(response).then((bytes) => {
          if (response.statusCode === 200) resolve(bytes)
          else reject(new HttpFailure(path, response.statusCode ?? 0, bytes.toString()))
        }, reject)
      })
      sent.setTimeout(this.#timeoutMs, () =>
        sent.destroy(new Error(`${path} took over ${this.#timeoutMs / 1000} s`)),
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Authenticates at Heddle. */
export const basicAuth = (apiKey: string): Headers => ({
  authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
})

function bytesOf(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks)))
  })
}
