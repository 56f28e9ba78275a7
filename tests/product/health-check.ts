import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCKERFILE = fileURLToPath(new URL('../../Dockerfile', import.meta.url))

/** Runs the health check of the image against a server on this machine, and returns its exit code. */
export function healthCheck(
  url: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const [, list = '[]'] = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? []
  const [, ...args]: string[] = JSON.parse(list)
  const env = { ...environment, HEDDLE_PORT: new URL(url).port }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error) => resolve(Number(error?.code ?? 0)))
  })
}
