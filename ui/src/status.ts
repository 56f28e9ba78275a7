import type { Client } from '@heddle/contract/client'
import { readHealth, readServerInfo, readVersion } from '@heddle/contract/service'

/** What the server says about itself, or that it says nothing. */
export type ServerStatus =
  | { readonly state: 'running'; readonly version: string; readonly pythonSdk: string }
  | { readonly state: 'silent' }

const ANSWER_WITHIN_MS = 5000

/** Never rejects: a server that does not answer in time, or not as it should, is silent. */
export async function readStatus(client: Client): Promise<ServerStatus> {
  const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
  try {
    const [, info, { version }] = await Promise.all([
      client.call(readHealth, {}, options),
      client.call(readServerInfo, {}, options),
      client.call(readVersion, {}, options),
    ])
    return { state: 'running', version, pythonSdk: fittingVersions(info.min_required_weave_python_version) }
  } catch {
    return { state: 'silent' }
  }
}

/** The lowest version there can be sets no bound. */
const fittingVersions = (oldest: string): string =>
  /^0(\.0)*$/.test(oldest) ? 'any version' : `${oldest} or later`
