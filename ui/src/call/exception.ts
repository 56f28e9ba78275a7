import { isObject } from '@heddle/contract/call/json'
import type { JsonObject } from '@heddle/contract/schema'

/**
 * The message of an exception, with all its lines: what follows the last frame of a Python traceback, what
 * precedes the frames of a JavaScript stack, and the first line of anything else.
 */
export function exceptionMessage(exception: string): string {
  const sent = sentByWeave(exception)
  if (sent) return weaveMessage(sent)
  const lines = exception.trim().split('\n')
  return groupMessage(lines) ?? tracebackMessage(lines) ?? stackMessage(lines) ?? lines[0] ?? ''
}

const isTraceback = (line: string): boolean => line.startsWith('Traceback (most recent call last)')
const isGroup = (line: string): boolean => /^ {0,2}\+ Exception Group Traceback/.test(line)

function tracebackMessage(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex(isTraceback)
  if (start < 0) return undefined
  const lastFrame = lines.findLastIndex((line) => /^ {2}File "/.test(line))
  const unindentedAfter = (line: number) => lines.findIndex((each, at) => at > line && /^\S/.test(each))
  const ends = [unindentedAfter(Math.max(start, lastFrame)), unindentedAfter(start)]
  const end = ends.find((at) => at >= 0)
  return end === undefined ? undefined : lines.slice(end).join('\n')
}

/** An exception group has a margin, and its own message before those of its members. */
function groupMessage(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex(isGroup)
  if (start < 0 || start < lines.findLastIndex(isTraceback)) return undefined
  return lines.find((line, at) => at > start && /^ {2}\| \S/.test(line))?.slice('  | '.length)
}

function stackMessage(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => /^\s+at\s/.test(line))
  return start > 0 ? lines.slice(0, start).join('\n') : undefined
}

/** An exception with its stack, as its language prints it. */
export function exceptionText(exception: string): string {
  const sent = sentByWeave(exception)
  if (!sent) return exception.trim()
  const frames = Array.isArray(sent.traceback) ? sent.traceback.filter(isObject).map(frameText) : []
  const head = frames.length === 0 ? [] : ['Traceback (most recent call last):']
  return [...head, ...frames, weaveMessage(sent)].join('\n')
}

/** The Python SDK of Weave sends JSON: `{"type","message","traceback":[{"filename","line_number",…}]}`. */
function sentByWeave(exception: string): JsonObject | undefined {
  if (!/^\s*\{/.test(exception)) return undefined
  try {
    const sent: unknown = JSON.parse(exception)
    if (!isObject(sent) || typeof sent.type !== 'string' || !('message' in sent)) return undefined
    // Errors of model providers have a type and a message as well, and fields that would be lost.
    return Array.isArray(sent.traceback) ? sent : undefined
  } catch {
    return undefined
  }
}

const weaveMessage = ({ type, message }: JsonObject): string =>
  message === '' || message === null ? String(type) : `${type}: ${message}`

function frameText({ filename, line_number, function_name, text }: JsonObject): string {
  const place = `  File "${filename}", line ${line_number}, in ${function_name}`
  return typeof text === 'string' && text !== '' ? `${place}\n    ${text}` : place
}
