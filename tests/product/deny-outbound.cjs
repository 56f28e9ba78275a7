// Preloaded into a process, this refuses every connection that the process opens and every name it
// looks up, and writes each into the file that OUTBOUND_LOG names. Threads of the process included.

const dgram = require('node:dgram')
const dns = require('node:dns')
const { appendFileSync } = require('node:fs')
const net = require('node:net')

net.Socket.prototype.connect = function connect(...args) {
  // Node normalizes the arguments into a list inside of the list; users give them plain.
  const [target] = args.flat()
  const { host = '', port, path } = typeof target === 'object' ? target : { port: target, host: args[1] }
  const refusal = refused('connect', path ?? `${host}:${port}`)
  process.nextTick(() => this.destroy(refusal))
  return this
}

dgram.Socket.prototype.send = function send() {
  throw refused('send', 'a datagram')
}

const LOOKUPS = ['lookup', 'resolve', 'resolve4', 'resolve6']

for (const lookup of LOOKUPS) {
  const original = dns[lookup]
  dns[lookup] = (name, ...rest) => {
    // An address is no name: a server that listens on one looks it up, and asks nobody.
    if (net.isIP(name)) return original.call(dns, name, ...rest)
    rest.at(-1)(refused('lookup', name))
  }
  dns.promises[lookup] = async (name) => {
    throw refused('lookup', name)
  }
}

function refused(kind, target) {
  appendFileSync(process.env.OUTBOUND_LOG, `${kind} ${target}\n`)
  return Object.assign(new Error(`outbound ${kind} denied: ${target}`), { code: 'ENETUNREACH' })
}
