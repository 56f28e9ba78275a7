import { type JsonValue, writeTree } from '../../../json/tree.ts'
import type { Micros } from '../../../time.ts'
import type { SourceRecord } from './record.ts'
import { feedbackOn, type Item, type SourceOptions } from './source.ts'
import { hexId, otlpSpan } from './span.ts'

// Records of Langfuse as what Heddle stores.

/**
 * A trace whose observations have one root is that root. Any other gets a root of its own, since traces of older SDKs have inputs
 * and output but no span.
 */
export function* traceItems(options: SourceOptions, trace: SourceRecord): Generator<Item> {
  const observations = trace.records('observations')
  const known = new Set(observations.map((each) => each.text('id')))
  const roots = observations.filter((each) => !known.has(each.optionalText('parentObservationId') ?? ''))
  const [first] = roots
  const only = roots.length === 1 ? first : undefined
  const wholeTrace = [...traceAttributes(trace, 'name'), ...metadataOf('langfuse.trace.metadata', trace)]
  const rootId = hexId(only?.text('id') ?? `trace ${trace.text('id')}`, 16)
  if (!only) yield { kind: 'span', id: rootId, span: traceSpan(trace, rootId, observations) }
  for (const observation of observations) {
    const parent = observation.optionalText('parentObservationId') ?? ''
    const id = hexId(observation.text('id'), 16)
    const parentId = known.has(parent) ? hexId(parent, 16) : only ? undefined : rootId
    const added = observation === only ? wholeTrace : []
    yield observationItem(observation, { traceId: traceIdOf(trace), id, parentId }, added)
  }
  for (const score of trace.records('scores')) {
    const observation = score.optionalText('observationId')
    yield scoreItem(options, score, observation === undefined ? rootId : hexId(observation, 16))
  }
}

const traceIdOf = (trace: SourceRecord): string => hexId(trace.text('id'), 32)

function traceSpan(trace: SourceRecord, id: string, observations: readonly SourceRecord[]): object {
  const startedAt = trace.time('timestamp')
  return otlpSpan({
    traceId: traceIdOf(trace),
    id,
    parentId: undefined,
    name: trace.optionalText('name') || 'trace',
    startedAt,
    endedAt: observations.reduce((last, each) => Math.max(last, endOf(each) ?? 0), startedAt),
    attributes: [
      ['langfuse.observation.input', jsonOf(trace.value('input'))],
      ['langfuse.observation.output', jsonOf(trace.value('output'))],
      ...traceAttributes(trace, 'name'),
      ...metadataOf('langfuse.trace.metadata', trace),
    ],
  })
}

const endOf = (observation: SourceRecord): Micros | undefined =>
  observation.optionalTime('endTime') ?? observation.optionalTime('startTime')

export const traceAttributes = (
  trace: SourceRecord,
  nameField: 'name' | 'traceName',
): [string, JsonValue | undefined][] => [
  ['langfuse.session.id', trace.optionalText('sessionId')],
  ['langfuse.user.id', trace.optionalText('userId')],
  ['langfuse.trace.name', trace.optionalText(nameField)],
  ['langfuse.trace.tags', trace.value('tags')],
  ['langfuse.release', trace.optionalText('release')],
  ['langfuse.environment', trace.optionalText('environment')],
]

function metadataOf(prefix: string, { map }: SourceRecord): [string, JsonValue | undefined][] {
  const metadata = map.get('metadata')
  if (!(metadata instanceof Map)) return metadata ? [[prefix, jsonOf(metadata)]] : []
  // Attributes of the SDKs themselves repeat what the observation says.
  return [...metadata]
    .filter(([name]) => name !== 'attributes' && name !== 'resourceAttributes' && name !== 'scope')
    .map(([name, value]) => [`${prefix}.${name}`, jsonOf(value)])
}

interface Place {
  readonly traceId: string
  readonly id: string
  readonly parentId: string | undefined
}

export const observationItem = (
  observation: SourceRecord,
  place: Place,
  added: Parameters<typeof observationSpan>[2],
): Item => ({
  kind: 'span',
  id: place.id,
  span: observationSpan(observation, place, added),
  hasLength: (observation.optionalTime('endTime') ?? 0) > observation.time('startTime'),
})

function observationSpan(
  observation: SourceRecord,
  place: Place,
  added: readonly (readonly [string, JsonValue | undefined])[],
): object {
  const message = observation.optionalText('statusMessage')
  const model = observation.optionalText('providedModelName') ?? observation.optionalText('model')
  return otlpSpan({
    ...place,
    name: observation.optionalText('name') || observation.text('type').toLowerCase(),
    startedAt: observation.time('startTime'),
    endedAt: endOf(observation),
    attributes: [
      ['langfuse.observation.type', observation.text('type').toLowerCase()],
      ['langfuse.observation.input', jsonOf(observation.value('input'))],
      ['langfuse.observation.output', jsonOf(observation.value('output'))],
      ['langfuse.observation.level', observation.optionalText('level')],
      ['langfuse.observation.status_message', message],
      ['langfuse.observation.model.name', model],
      ['langfuse.observation.model.parameters', jsonOf(observation.value('modelParameters'))],
      ['langfuse.observation.usage_details', jsonOf(usageOf(observation))],
      ['langfuse.observation.cost_details', jsonOf(filled(observation.value('costDetails')))],
      ['langfuse.observation.completion_start_time', observation.optionalText('completionStartTime')],
      ['langfuse.observation.prompt.name', observation.optionalText('promptName')],
      ['langfuse.observation.prompt.version', observation.value('promptVersion')],
      ...metadataOf('langfuse.observation.metadata', observation),
      ...added,
    ],
    error: observation.optionalText('level') === 'ERROR' ? (message ?? '') : undefined,
  })
}

/** `usageDetails`, or the older `usage`. */
function usageOf(observation: SourceRecord): JsonValue | undefined {
  const details = filled(observation.value('usageDetails'))
  if (details !== undefined) return details
  const usage = observation.optionalRecord('usage')
  const counted = ['input', 'output', 'total'].flatMap((name): [string, JsonValue][] => {
    const tokens = usage?.value(name)
    return tokens === undefined || usage?.number(name) === 0 ? [] : [[name, tokens]]
  })
  return filled(new Map(counted))
}

const filled = (value: JsonValue | undefined): JsonValue | undefined =>
  value instanceof Map && value.size > 0 ? value : undefined

/** Text as it is, all else as JSON, as the SDKs send them. */
const jsonOf = (value: JsonValue | undefined): string | undefined =>
  value === undefined || value === null || typeof value === 'string' ? (value ?? undefined) : writeTree(value)

export function scoreItem(options: SourceOptions, score: SourceRecord, callId: string): Item {
  return feedbackOn(options, {
    sourceId: `langfuse ${score.text('id')}`,
    callId,
    type: score.text('name'),
    payload: {
      value: scoreValue(score),
      comment: score.value('comment'),
      source: score.value('source'),
      metadata: filled(score.value('metadata')),
      created_at: score.value('timestamp'),
    },
    creator: score.optionalText('authorUserId'),
  })
}

/** Categories have a text beside their number, and booleans are 0 or 1. */
function scoreValue(score: SourceRecord): JsonValue | undefined {
  const number = score.number('value')
  if (score.value('dataType') === 'BOOLEAN' && number !== undefined) return number === 1
  return score.value('stringValue') ?? score.value('value')
}
