// Starts ClickHouse for tests, in child processes that end with this one.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const START_MS_MAX = 60_000

/** The user that tests sign in as. */
const TEST_USER = { name: 'heddle', password: 'for-tests' }

/** Returns the URLs of its nodes, `clickhouse://user:password@host:port`, and a function that stops them. */
export async function startClickHouse({ timeZone = 'UTC', shards = 1 } = {}) {
  const tcpPorts = await freePorts(shards)
  const nodes = await Promise.all(tcpPorts.map((port) => startNode(port, tcpPorts, timeZone)))
  return {
    urls: nodes.map(({ url }) => url),
    pids: nodes.map(({ pid }) => pid),
    stop: () => Promise.all(nodes.map(({ stop }) => stop())),
  }
}

async function startNode(tcpPort, tcpPorts, timeZone) {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-clickhouse-'))
  await writeFile(join(folder, 'config.xml'), configXml(folder, tcpPorts))
  await writeFile(join(folder, 'users.xml'), usersXml())
  const script = fileURLToPath(new URL('server.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, folder, '0', String(tcpPort)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, TZ: timeZone },
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4_000)
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await portOf(folder, child)
    const url = `clickhouse://${TEST_USER.name}:${TEST_USER.password}@127.0.0.1:${port}`
    return { url, pid: child.pid, stop }
  } catch (error) {
    await stop()
    throw new Error(`ClickHouse for tests did not start: ${error.message}\n${log}`)
  }
}

async function portOf(folder, child) {
  const startedAt = Date.now()
  while (Date.now() - startedAt < START_MS_MAX) {
    if (child.exitCode !== null) throw new Error(`it exited with ${child.exitCode}`)
    const port = existsSync(`${folder}/port`) ? readFileSync(`${folder}/port`, 'utf8').trim() : ''
    if (
      port &&
      (await fetch(`http://127.0.0.1:${port}/ping`).then(
        (reply) => reply.ok,
        () => false,
      ))
    )
      return port
    await sleep(50)
  }
  throw new Error(`no answer within ${START_MS_MAX} ms`)
}

function configXml(folder, tcpPorts) {
  const replica = (port) => `<replica><host>127.0.0.1</host><port>${port}</port>
    <user>${TEST_USER.name}</user><password>${TEST_USER.password}</password></replica>`
  const shards = tcpPorts.map(
    (port) => `<shard><internal_replication>true</internal_replication>${replica(port)}</shard>`,
  )
  return `<clickhouse>
  <users_config>${folder}/users.xml</users_config>
  <remote_servers><tests>${shards.join('')}</tests></remote_servers>
  <macros><shard>1</shard><replica>1</replica></macros>
</clickhouse>`
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
