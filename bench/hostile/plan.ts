import { parseArgs } from 'node:util'

/** How much is sent. Sizes are in bytes unless their names say otherwise. */
export interface HostilePlan {
  /** The body of one large request, a little below the server's limit. */
  readonly body: number
  readonly bigCalls: number
  readonly bigCall: number
  /** Small calls, for readers that stop reading. */
  readonly calls: number
  readonly readers: number
  readonly queries: number
  /** All payloads of the calls that are sorted. */
  readonly sorted: number
  readonly crowd: number
  readonly sockets: number
  readonly file: number
  /** Timeout of an attack. */
  readonly secondsMax: number
  /** A server that uses more memory is killed, so that the machine survives a successful attack. */
  readonly memoryMibMax: number
  /** Only attacks whose names begin with one of these. */
  readonly only: readonly string[]
}

const MIB = 1024 ** 2

/** Reads the flags; `--scale 0.1` makes every size and count a tenth. */
export function hostilePlanFrom(args: readonly string[]): HostilePlan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: '1' },
      calls: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '120' },
      memory: { type: 'string', default: '3072' },
      only: { type: 'string', multiple: true, default: [] },
    },
  })
  const scaled = (amount: number) => Math.max(1, Math.round(amount * Number(values.scale)))
  return {
    body: scaled(62 * MIB),
    bigCalls: scaled(60),
    bigCall: 20 * MIB,
    calls: scaled(Number(values.calls)),
    readers: scaled(120),
    queries: scaled(300),
    sorted: scaled(500 * MIB),
    crowd: 20,
    sockets: scaled(1_000),
    file: scaled(511 * MIB),
    secondsMax: Number(values.seconds),
    memoryMibMax: Number(values.memory),
    only: values.only,
  }
}
