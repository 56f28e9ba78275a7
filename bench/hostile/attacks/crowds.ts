import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { API_KEY } from '../../processes/service.ts'
import type { Attack, AttackContext } from '../attacker.ts'
import { authorized, inTurns, summaryOf } from '../attacker.ts'
import { type Body, json, repeated } from '../body.ts'
import { PROJECT } from './stored-calls.ts'

const SLOW_SOCKETS = 200
const SLOW_MS = 10_000
const WRONG_KEYS = 20
const UPLOADS = 2

/** Many concurrent requests, each of them harmless. */
export const crowdAttacks: readonly Attack[] = [
  {
    name: 'f: large bodies at once',
    run: async ({ attacker, plan }) =>
      summaryOf(
        await inTurns(plan.crowd, plan.crowd, (index) =>
          attacker.post('/obj/create', largeObject(index, plan.body)),
        ),
      ),
  },
  { name: 'f: bodies that come slowly', run: slowBodies },
  { name: 'f: idle gRPC sockets', run: idleSockets, wanted: '200' },
  { name: 'f: a good key after wrong ones', run: goodKeyAfterWrongOnes, wanted: '200' },
  {
    name: 'f: files at the limit',
    run: async ({ attacker, plan }) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const upload = (index: number) =>
        attacker.post('/file/create', largeFile(index, plan.file), { headers })
      return summaryOf(await inTurns(UPLOADS, UPLOADS, upload))
    },
  },
]

function largeObject(index: number, length: number): Body {
  const head = `{"obj":{"project_id":"${PROJECT}","object_id":"x${index}","val":"${index}`
  return repeated(head, 'some text ', length, '"}}')
}

function largeFile(index: number, length: number): Body {
  const project = `--b\r\ncontent-disposition: form-data; name="project_id"\r\n\r\n${PROJECT}\r\n`
  const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${index}`
  return repeated(project + file, 'some bytes', length, '\r\n--b--\r\n')
}

/** Each declares a large body and sends a byte now and then. */
async function slowBodies({ attacker, plan }: AttackContext): Promise<string> {
  const { authorization } = authorized(API_KEY)
  const head = `POST /obj/create HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: ${plan.body}\r\n\r\n`
  const { port } = new URL(attacker.url)
  const sockets = await openSockets(Number(port), SLOW_SOCKETS)
  for (const socket of sockets) socket.write(head)
  const until = performance.now() + SLOW_MS
  while (performance.now() < until) {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
    await wait(500)
  }
  for (const socket of sockets) socket.destroy()
  return `${sockets.length} sockets, ${SLOW_MS / 1000} s`
}

/** Opens idle sockets, then sends a normal request. */
async function idleSockets({ attacker, plan, grpcPort }: AttackContext): Promise<string> {
  const sockets = await openSockets(grpcPort, plan.sockets)
  await wait(1_000)
  const { outcome } = await attacker.post('/calls/query', json({ project_id: PROJECT, limit: 1 }))
  for (const socket of sockets) socket.destroy()
  return outcome
}

function openSockets(port: number, count: number): Promise<Socket[]> {
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
      socket.on('error', () => resolve(socket))
    })
  return inTurns(count, 50, open)
}

/** The valid key is new, so the server has not cached it yet. */
async function goodKeyAfterWrongOnes({ attacker }: AttackContext): Promise<string> {
  const created = await attacker.post('/settings/keys/create', json({ name: 'new' }))
  const [, key = ''] = /"key":"(\w+)"/.exec(created.text) ?? []
  const ask = json({ project_id: PROJECT, limit: 1 })
  await inTurns(WRONG_KEYS, 1, (index) => attacker.post('/calls/query', ask, { key: `wrong-${index}` }))
  return (await attacker.post('/calls/query', ask, { key })).outcome
}
