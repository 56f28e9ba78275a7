import { startServer } from '../../tests/server/server-process.ts'
import type { Plan } from '../plan.ts'
import { residentMiB } from '../processes/process-usage.ts'
import { API_KEY, withFolder, withService } from '../processes/service.ts'
import type { Goal } from '../report/goals.ts'
import { median } from '../report/numbers.ts'

const SETTLE_MS = 2_000

/** Time to the first response of a fresh server, and its idle memory. */
export async function measureStartUp({ starts }: Plan): Promise<Goal[]> {
  const readySeconds: number[] = []
  for (let start = 0; start < starts; start++) readySeconds.push(await withFolder(secondsToFirstAnswer))

  const resident = await withService(async ({ pid, url }) => {
    await fetch(`${url}/health`)
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    return residentMiB(pid)
  })
  return [
    { name: 'ready after a cold start, s', measured: median(readySeconds), atMost: 1 },
    { name: 'memory when idle, MiB', measured: resident, atMost: 150 },
  ]
}

async function secondsToFirstAnswer(folder: string): Promise<number> {
  const startedAt = performance.now()
  const server = await startServer({ data: folder, apiKey: API_KEY })
  await fetch(`${server.url}/health`)
  const seconds = (performance.now() - startedAt) / 1000
  await server.stop()
  return seconds
}
