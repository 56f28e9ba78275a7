import type { ChildProcess } from 'node:child_process'

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** Collects what the process writes to its pipes, and returns a function that reads the last `charsMax` characters of it. */
export function outputOf(child: ChildProcess, charsMax: number): () => string {
  let output = ''
  const append = (chunk: Buffer) => {
    output = (output + chunk).slice(-charsMax)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return () => output
}
