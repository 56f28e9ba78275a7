import { setTimeout as pause } from 'node:timers/promises'
import { treeCpuSeconds } from './process-tree.ts'
import { folderBytes } from './service.ts'

const SETTLE_MS = 2_000
/** Looks in a row at which the server is idle: longer than calls rest before they are compressed, which is 5 seconds. */
const SETTLED_LOOKS = 4
/** Of one core; servers in Python poll even when nobody asks them. */
const SETTLED_CPU_SHARE = 0.1

/** Waits for background work: until the server neither computes nor changes its files. */
export async function settle(pid: number, folder: string, secondsMax = 120): Promise<void> {
  const deadline = performance.now() + secondsMax * 1000
  let [cpu, bytes] = [treeCpuSeconds(pid), await folderBytes(folder)]
  for (let idleLooks = 0; idleLooks < SETTLED_LOOKS && performance.now() < deadline; ) {
    await pause(SETTLE_MS)
    const [cpuNow, bytesNow] = [treeCpuSeconds(pid), await folderBytes(folder)]
    const isIdle = bytesNow === bytes && cpuNow - cpu < (SETTLED_CPU_SHARE * SETTLE_MS) / 1000
    idleLooks = isIdle ? idleLooks + 1 : 0
    ;[cpu, bytes] = [cpuNow, bytesNow]
  }
}
