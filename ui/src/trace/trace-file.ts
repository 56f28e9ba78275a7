import { numberAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { exceptionText } from '../call/exception.ts'
import { formatMoney, pluralize } from '../format/number.ts'
import { formatDuration, formatUtc } from '../format/time.ts'
import { memberTexts } from '../json/children.ts'
import { prettyJson } from '../json/pretty.ts'

/** The calls of a trace, from JSON lines to one JSON array. Numbers keep all their digits. */
export const traceJson = (lines: string): string => `[\n${lines.trim().split('\n').join(',\n')}\n]\n`

interface FileCall {
  readonly call: CallRecord
  /** JSON text of each field, so that numbers keep all their digits. */
  readonly texts: ReadonlyMap<string, string>
}

/** A trace, from JSON lines to one HTML page that loads nothing and runs no scripts. */
export function traceHtml(lines: string): string {
  const calls = lines.split('\n').filter(Boolean).map(fileCall)
  const ids = new Set(calls.map(({ call }) => call.id))
  const byParent = new Map<string | null, FileCall[]>()
  for (const each of calls) {
    const { parent_id } = each.call
    const parent = parent_id !== null && ids.has(parent_id) ? parent_id : null
    const siblings = byParent.get(parent) ?? []
    siblings.push(each)
    byParent.set(parent, siblings)
  }
  const title = escaped(calls[0] ? callName(calls[0].call) : 'Trace')
  const head = `<meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><h1>${title}</h1>${section(byParent)}</body></html>\n`
}

const fileCall = (line: string): FileCall => ({ call: JSON.parse(line), texts: memberTexts(line) })

/** Depth first, without recursion: traces can be thousands of calls deep. */
function section(byParent: ReadonlyMap<string | null, readonly FileCall[]>): string {
  const written: string[] = []
  const pending: (FileCall | 'end')[] = [...(byParent.get(null) ?? [])].reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === 'end') {
      written.push('</details>')
      continue
    }
    written.push(opening(next))
    pending.push('end', ...[...(byParent.get(next.call.id) ?? [])].reverse())
  }
  return written.join('\n')
}

function opening({ call, texts }: FileCall): string {
  const { tokens, cost, models } = usageOf(call)
  const latency = numberAt(call.summary, 'weave.latency_ms')
  const facts = [
    formatUtc(new Date(call.started_at)),
    ...(latency === undefined ? [] : [formatDuration(latency)]),
    ...models,
    ...(tokens === undefined ? [] : [pluralize(tokens, 'token')]),
    ...(cost === undefined ? [] : [formatMoney(cost)]),
  ]
  const failure = call.exception ? `<pre class="error">${escaped(exceptionText(call.exception))}</pre>` : ''
  const payloads = ['inputs', 'output'].map((key) => payload(key, texts.get(key) ?? 'null')).join('')
  const summary = `<summary><b>${escaped(callName(call))}</b> <small>${escaped(facts.join(' · '))}</small></summary>`
  return `<details open>${summary}${failure}${payloads}`
}

const payload = (key: string, text: string): string =>
  `<h2>${key === 'inputs' ? 'Inputs' : 'Output'}</h2><pre>${escaped(prettyJson(text))}</pre>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? '')

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px}
h1{font-size:20px}h2{font-size:12px;margin:8px 0 2px;opacity:.7}details{margin:8px 0;padding-left:12px;border-left:2px solid #8886}
summary{cursor:pointer}small{opacity:.7}pre{margin:0;padding:8px;overflow:auto;max-height:480px;border-radius:6px;background:#8881;white-space:pre-wrap;overflow-wrap:anywhere}
.error{color:#c22;margin-top:6px}`
