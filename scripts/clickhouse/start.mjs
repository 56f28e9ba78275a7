// Starts ClickHouse for tests, in child processes that end with this one.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const START_MS_MAX = 60_000

/** The user that tests sign in as. */
const TEST_USER = { name: 'heddle', password: 'for-tests' }

/** Returns the URLs of its nodes, `clickhouse://user:password@host:port`, and a function that stops them. */
export async function startClickHouse({ timeZone = 'UTC', shards = 1 } = {}) {
  const tcpPorts = await freePorts(shards)
  const relays = shards > 1 ? await Promise.all(tcpPorts.map(openRelay)) : []
  const nodes = await Promise.all(
    tcpPorts.map((own) => {
      const portsSeen = tcpPorts.map((port, at) => (port === own ? own : relays[at].port))
      return openNode(own, portsSeen, timeZone)
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  return {
    urls: nodes.map(({ url }) => url),
    async stop() {
      await Promise.all(nodes.map((node) => node.remove()))
      for (const relay of relays) relay.close()
    },
  }
}

/** A node that can be killed and started again on the same data and port. */
export async function openClickHouse() {
  const [tcpPort] = await freePorts(1)
  return openNode(tcpPort, [tcpPort], 'UTC')
}

/** `shardPorts` are the TCP ports at which the node reaches all shards, itself included. */
async function openNode(tcpPort, shardPorts, timeZone) {
  const [httpPort] = await freePorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'heddle-clickhouse-'))
  await writeFile(join(folder, 'config.xml'), configXml(folder, shardPorts))
  await writeFile(join(folder, 'users.xml'), usersXml())
  let child
  const end = async (signal) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url: `clickhouse://${TEST_USER.name}:${TEST_USER.password}@127.0.0.1:${httpPort}`,
    async start() {
      child = spawnServer([folder, String(httpPort), String(tcpPort)], timeZone)
      await untilReady(httpPort, child)
    },
    kill: () => end('SIGKILL'),
    /** Resolves once it answers nothing any more: on a busy machine, the signal arrives later than a request. */
    async pause() {
      child.kill('SIGSTOP')
      while ((await stateOf(child.pid)) !== 'T') await sleep(5)
    },
    resume: () => child.kill('SIGCONT'),
    async remove() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The state of a process as `ps` shows it; `T` is stopped. */
async function stateOf(pid) {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)])
    return stdout.trim().charAt(0)
  }
  // Not every image has `ps`. The name in front of the state is in parentheses, and may contain some.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
}

/**
 * Forwards connections of another shard to the TCP listener of a node, and closes those in order that the shard resets, as it does
 * when a query ends early: this version of chdb aborts on a reset (https://github.com/ClickHouse/ClickHouse/issues/115666).
 */
async function openRelay(nodePort) {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (shard) => {
    const node = connect({ host: '127.0.0.1', port: nodePort, allowHalfOpen: true, noDelay: true })
    shard.pipe(node).pipe(shard)
    shard.on('error', () => {})
    shard.on('close', () => {
      node.end()
      // What the node still sends must be read, or closing the connection would reset it.
      node.resume()
    })
    node.on('error', () => {})
    node.on('close', () => shard.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: server.address().port, close: () => server.close() }
}

function spawnServer(args, timeZone) {
  const script = fileURLToPath(new URL('server.mjs', import.meta.url))
  return spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, TZ: timeZone },
  })
}

async function untilReady(port, child) {
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4_000)
  })
  const startedAt = Date.now()
  while (Date.now() - startedAt < START_MS_MAX) {
    if (child.exitCode !== null)
      throw new Error(`ClickHouse for tests exited with ${child.exitCode}:\n${log}`)
    const isReady = await fetch(`http://127.0.0.1:${port}/ping`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`ClickHouse for tests did not answer within ${START_MS_MAX} ms:\n${log}`)
}

function configXml(folder, shardPorts) {
  const replica = (port) => `<replica><host>127.0.0.1</host><port>${port}</port>
    <user>${TEST_USER.name}</user><password>${TEST_USER.password}</password></replica>`
  const shards = shardPorts.map(
    (port) => `<shard><internal_replication>true</internal_replication>${replica(port)}</shard>`,
  )
  return `<clickhouse>
  <users_config>${folder}/users.xml</users_config>
  <remote_servers><tests>${shards.join('')}</tests></remote_servers>
  <macros><shard>1</shard><replica>1</replica></macros>
</clickhouse>`
}

/** Exactly those that docs/guide/clickhouse.md asks for. */
const GRANTS = [
  'GRANT SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE ON granted.*',
  'GRANT TABLE ENGINE ON *',
  'GRANT SELECT ON system.parts',
  'GRANT KILL QUERY ON *.*',
]

/** A user whose password is their name, with rights on the database `granted` alone. */
function userWith(name, grants) {
  const queries = grants.map((grant) => `<query>${grant}</query>`).join('')
  return `<${name}>
      <password>${name}</password><networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota><grants>${queries}</grants>
    </${name}>`
}

/** The session that holds the server open signs in as `default`, which must not have a password. */
function usersXml() {
  return `<clickhouse>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password></password><networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota>
    </default>
    <${TEST_USER.name}>
      <password>${TEST_USER.password}</password><networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota>
    </${TEST_USER.name}>
    ${userWith('granted', GRANTS)}
    ${userWith('clustered', [...GRANTS, 'GRANT REMOTE ON *.*'])}
    ${userWith('reader', ['GRANT SELECT ON granted.*'])}
  </users>
</clickhouse>`
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}
