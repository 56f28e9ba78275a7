import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import type { Config } from '../config.ts'
import { messageOf } from '../errors.ts'
import { nodeProblem } from '../node-version.ts'
import { cannotListen } from '../service/cannot-listen.ts'
import { isLocked } from '../service/folder-lock.ts'
import { announcedUrl } from '../service/local-url.ts'
import { isEmbedded } from '../service/open-storage.ts'
import type { Finding } from '../storage/port/finding.ts'
import { CheckFailed } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'

export const doctor: Command = {
  words: ['doctor'],
  parameters: [],
  flags: LIST_FLAGS,
  settings: ['data', 'storage', 'host', 'port'],
  summary: 'Check the installation, the data folder or ClickHouse, and the port; changes nothing',
  details: ['A line per check: ok, warn or fail. Exits with 3 if a check fails.'],
  async run(invocation) {
    const { config } = invocation
    const findings = [
      versionFinding(),
      ...(isEmbedded(config) ? await folderFindings(config) : await databaseFindings(config)),
    ]
    printList(invocation, ['RESULT', 'CHECK', 'FOUND'], findings, {
      cells: ({ check, result, message }) => [result, check, message],
      record: (finding) => finding,
    })
    const failed = findings.filter(({ result }) => result === 'fail').length
    if (failed > 0) throw new CheckFailed(`${failed === 1 ? '1 check' : `${failed} checks`} failed`)
  },
}

function versionFinding(): Finding {
  const problem = nodeProblem(process.versions.node)
  const message = problem ?? `Heddle ${serviceVersion} on Node ${process.versions.node}`
  return { check: 'version', result: problem === undefined ? 'ok' : 'fail', message }
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  // Loaded here: the server starts faster without it.
  const { examineClickHouse } = await import('../storage/clickhouse/examine.ts')
  return [...(await examineClickHouse(config.storage)), await portFinding(config)]
}

async function folderFindings(config: Config): Promise<Finding[]> {
  const rights = rightsFinding(config.data)
  if (rights.result === 'fail' || !existsSync(config.data)) return [rights, await portFinding(config)]
  const { examineDatabase } = await import('../storage/sqlite/maintenance/examine.ts')
  const { finding: server, url } = await serverFinding(config.data)
  return [rights, ...examineDatabase(config.data, new Date()), server, await portFinding(config, url)]
}

/** Whether this user can write to the folder and its files, and other users cannot read them. */
function rightsFinding(folder: string): Finding {
  if (!existsSync(folder))
    return { check: 'folder', result: 'ok', message: `${folder} does not exist: the first start creates it` }
  const paths = [folder, ...names(folder).map((name) => join(folder, name))]
  const closed = paths.filter((path) => !isWritable(path))
  if (closed.length > 0)
    return {
      check: 'folder',
      result: 'fail',
      message: `this user cannot read and write ${closed.join(', ')}`,
    }
  const open = paths.filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
  // A private folder protects its files, whatever their own permissions are.
  return open.includes(folder)
    ? { check: 'folder', result: 'warn', message: `other users may open it: chmod 700 ${folder}` }
    : { check: 'folder', result: 'ok', message: `${folder}, of this user only` }
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Which server holds the lock of the folder, and whether it is ready. */
async function serverFinding(folder: string): Promise<{ finding: Finding; url?: string }> {
  const url = announcedUrl(folder)
  let isServed: boolean
  try {
    isServed = isLocked(folder)
  } catch (error) {
    return { finding: { check: 'server', result: 'fail', message: messageOf(error) } }
  }
  if (!isServed) {
    const result = url === undefined ? 'ok' : 'warn'
    const message = url === undefined ? 'not running' : `not running; the last one, at ${url}, was killed`
    return { finding: { check: 'server', result, message } }
  }
  if (url === undefined)
    return { finding: { check: 'server', result: 'warn', message: 'the folder is locked by a command' } }
  return { finding: { check: 'server', ...(await readiness(url)) }, url }
}

const READY_TIMEOUT_MS = 5_000

async function readiness(url: string): Promise<Omit<Finding, 'check'>> {
  const notReady = (reason: string) =>
    ({ result: 'fail', message: `runs at ${url}, and is not ready: ${reason}` }) as const
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  try {
    const reply = await getAnyway(`${url}/ready`, signal)
    const invalid = certificateError(reply)
    const body = await text(reply)
    if (reply.statusCode !== 200) return notReady(`${reply.statusCode} ${body}`)
    if (invalid === undefined) return { result: 'ok', message: `running at ${url}` }
    return {
      result: 'warn',
      message: `running at ${url}, for which its certificate is not valid (${invalid}): set HEDDLE_URL to a URL that it covers`,
    }
  } catch (error) {
    if (signal.aborted) return notReady(`no response within ${READY_TIMEOUT_MS / 1000} s`)
    return notReady(messageOf(error))
  }
}

/** Accepts any certificate: it is rarely for an address of this machine, and no key is sent. */
const getAnyway = (url: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:')
      ? getHttps(url, { signal, rejectUnauthorized: false }, resolve)
      : getHttp(url, { signal }, resolve)
    request.on('error', reject)
  })

/** Why other clients refuse the certificate, such as `CERT_HAS_EXPIRED`; undefined if they accept it. */
function certificateError({ socket }: IncomingMessage): string | undefined {
  return socket instanceof TLSSocket && !socket.authorized ? String(socket.authorizationError) : undefined
}

/** Whether the port is free, or taken by the server that runs on the folder. */
async function portFinding(config: Config, serverUrl?: string): Promise<Finding> {
  const { host, port } = config
  if (serverUrl !== undefined && portOf(serverUrl) === port)
    return { check: 'port', result: 'ok', message: `${port} is used by the server of this folder` }
  const problem = await new Promise<unknown>((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
  return problem === undefined
    ? { check: 'port', result: 'ok', message: `${host}:${port} is free` }
    : { check: 'port', result: 'warn', message: cannotListen(problem, config).message }
}

/** `URL` leaves out the default port of the protocol. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url)
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
