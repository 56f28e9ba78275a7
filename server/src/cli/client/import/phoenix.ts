import type { JsonValue } from '../../../json/tree.ts'
import { CommandLineError } from '../../../usage-error.ts'
import { connectToSource, recordsOf, type SourceApi } from './documents.ts'
import { type SourceRecord, textIn } from './record.ts'
import { partOf } from './refusal.ts'
import { feedbackOn, type Item, type Source, type SourceOptions } from './source.ts'
import { otlpSpan } from './span.ts'

const PAGE_SIZE = 500

/** Arize Phoenix: its REST API, or a file of spans as that returns them. */
export const phoenix: Source = async function* (options) {
  if (options.isFile) {
    for await (const span of recordsOf(options.from, 'data')) yield spanItem(span)
    return
  }
  const key = options.environment.PHOENIX_API_KEY
  const api = connectToSource(options.from, key ? { authorization: `Bearer ${key}` } : {})
  const project = await projectOf(api, options.sourceProject)
  const path = `/v1/projects/${encodeURIComponent(project)}`
  const roots = new Map<string, string>()
  for await (const page of pagesOf(api, `${path}/spans?${searchOf(options)}`)) {
    for (const span of page) {
      const item = spanItem(span)
      if (span.value('parent_id') === undefined) roots.set(span.record('context').text('trace_id'), item.id)
      yield item
    }
    yield* partOf('annotations', annotationsOf(options, api, path, page, roots))
  }
  yield* partOf('annotations of sessions', sessionAnnotations(api, path))
  yield* partOf('datasets', datasetsOf(api))
}

async function projectOf(api: SourceApi, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const names: string[] = []
  for await (const page of pagesOf(api, '/v1/projects?limit=100')) {
    names.push(...page.map((project) => project.text('name')))
  }
  const [only] = names
  if (only !== undefined && names.length === 1) return only
  throw new CommandLineError(`Choose a project with --source-project: ${names.slice(0, 20).join(', ')}`)
}

function searchOf({ since, until }: SourceOptions): URLSearchParams {
  // Oldest first, so that parents come before their children.
  const search = new URLSearchParams({ limit: String(PAGE_SIZE), sort: 'start_time', order: 'asc' })
  if (since !== undefined) search.set('start_time', since)
  if (until !== undefined) search.set('end_time', until)
  return search
}

async function* pagesOf(api: SourceApi, path: string): AsyncGenerator<SourceRecord[]> {
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await api.get(cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`)
    yield page.records('data')
    cursor = page.optionalText('next_cursor')
  }
}

function spanItem(span: SourceRecord): Extract<Item, { kind: 'span' }> {
  const context = span.record('context')
  const id = context.text('span_id')
  const isError = span.optionalText('status_code') === 'ERROR'
  return {
    kind: 'span',
    id,
    span: otlpSpan({
      traceId: context.text('trace_id'),
      id,
      parentId: span.optionalText('parent_id'),
      name: span.text('name'),
      startedAt: span.time('start_time'),
      endedAt: span.optionalTime('end_time'),
      attributes: [
        ['openinference.span.kind', span.optionalText('span_kind')],
        ...(span.optionalRecord('attributes')?.map ?? []),
      ],
      error: isError ? (span.optionalText('status_message') ?? '') : undefined,
      events: span.records('events').map((event) => ({
        name: event.text('name'),
        at: event.time('timestamp'),
        attributes: event.optionalRecord('attributes')?.map ?? new Map(),
      })),
    }),
  }
}

/** Annotations of the spans of a page, and of the traces whose root is on it. */
async function* annotationsOf(
  options: SourceOptions,
  api: SourceApi,
  path: string,
  spans: readonly SourceRecord[],
  roots: ReadonlyMap<string, string>,
): AsyncGenerator<Item> {
  // Ids go into the URL, which may not become too long.
  for (let from = 0; from < spans.length; from += 50) {
    const contexts = spans.slice(from, from + 50).map((span) => span.record('context'))
    const spanIds = contexts.map((context) => `span_ids=${context.text('span_id')}`)
    for await (const page of pagesOf(api, `${path}/span_annotations?limit=1000&${spanIds.join('&')}`)) {
      for (const annotation of page) yield feedbackItem(options, annotation, annotation.text('span_id'))
    }
  }
  const rootSpans = spans.filter((span) => span.value('parent_id') === undefined)
  for (let from = 0; from < rootSpans.length; from += 50) {
    const ids = rootSpans.slice(from, from + 50).map((span) => span.record('context').text('trace_id'))
    const query = ids.map((id) => `trace_ids=${id}`).join('&')
    for await (const page of pagesOf(api, `${path}/trace_annotations?limit=1000&${query}`)) {
      for (const annotation of page) {
        const root = roots.get(annotation.text('trace_id'))
        if (root !== undefined) yield feedbackItem(options, annotation, root)
      }
    }
  }
}

const NOTE_LENGTH_MAX = 1024

function feedbackItem(options: SourceOptions, annotation: SourceRecord, callId: string): Item {
  const result = annotation.optionalRecord('result')
  const name = annotation.text('name')
  const explanation = textIn(result?.map, 'explanation')
  const isNote = name === 'note' && explanation && [...explanation].length <= NOTE_LENGTH_MAX
  const payload = {
    score: result?.value('score'),
    label: result?.value('label'),
    explanation,
    annotator_kind: annotation.value('annotator_kind'),
    metadata: notEmpty(annotation.value('metadata')),
    created_at: annotation.value('created_at'),
  }
  return feedbackOn(options, {
    sourceId: `phoenix ${annotation.text('id')} ${callId}`,
    callId,
    type: isNote ? 'wandb.note.1' : name,
    payload: isNote ? { note: explanation } : payload,
    creator: annotation.optionalText('user_id'),
  })
}

const notEmpty = (value: JsonValue | undefined): JsonValue | undefined =>
  value instanceof Map && value.size === 0 ? undefined : value

/** Feedback is about calls and objects, not about conversations. */
async function* sessionAnnotations(api: SourceApi, path: string): AsyncGenerator<Item> {
  for await (const sessions of pagesOf(api, `${path}/sessions?limit=50`)) {
    if (sessions.length === 0) continue
    const ids = sessions.map((session) => `session_ids=${encodeURIComponent(session.text('session_id'))}`)
    for await (const page of pagesOf(api, `${path}/session_annotations?limit=1000&${ids.join('&')}`)) {
      for (const _ of page) yield { kind: 'left-out', what: 'annotations of sessions' }
    }
  }
}

/** Datasets belong to the server, not to a project. */
async function* datasetsOf(api: SourceApi): AsyncGenerator<Item> {
  for await (const page of pagesOf(api, '/v1/datasets?limit=100')) {
    for (const dataset of page) {
      const id = encodeURIComponent(dataset.text('id'))
      const data = (await api.get(`/v1/datasets/${id}/examples`)).record('data')
      const rows = data.records('examples').map(({ map }) => {
        const fields = ['id', 'input', 'output', 'metadata'] as const
        return new Map(
          fields.flatMap((field): [string, JsonValue][] => {
            const value = map.get(field)
            return value === undefined ? [] : [[field, value]]
          }),
        )
      })
      yield { kind: 'dataset', name: dataset.text('name'), rows }
    }
  }
}
