import { Agent, request } from 'node:http'

/** A low-overhead client: keep-alive sockets, and responses that are not parsed. */
export class HttpClient {
  readonly #agent: Agent
  readonly #url: string
  readonly #authorization: string

  constructor(url: string, apiKey: string, connections: number) {
    this.#url = url
    this.#authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Resolves with the response body; rejects unless the status is 200. */
  post(path: string, body: Buffer | string): Promise<string> {
    const headers = {
      authorization: this.#authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#url}${path}`,
        { method: 'POST', agent: this.#agent, headers },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            if (reply.statusCode === 200) resolve(text)
            else reject(new Error(`${path} answered ${reply.statusCode}: ${text.slice(0, 300)}`))
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
