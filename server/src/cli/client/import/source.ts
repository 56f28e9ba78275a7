import { createHash } from 'node:crypto'
import type { JsonMap, JsonValue } from '../../../json/tree.ts'
import type { Invocation } from '../../command.ts'

/** Something to store that an importer found. */
export type Item =
  /** A span in the JSON form of OTLP. */
  | {
      readonly kind: 'span'
      readonly id: string
      readonly span: object
      /** Whether it took time. One that still runs is sent as one that took none, and again once it has ended. */
      readonly hasLength?: boolean
    }
  /** A call as the API takes it. */
  | { readonly kind: 'call'; readonly id: string; readonly isEnded: boolean; readonly call: JsonMap }
  /** Feedback as the API takes it. */
  | { readonly kind: 'feedback'; readonly id: string; readonly feedback: object }
  | { readonly kind: 'dataset'; readonly name: string; readonly rows: readonly JsonValue[] }
  /** Something that Heddle cannot represent, for the report. */
  | { readonly kind: 'left-out'; readonly what: string }
  /** Something that the source did not hand out, for the report. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads everything that can be imported from a server or a file. */
export type Source = (options: SourceOptions, publisher: Publisher) => AsyncIterable<Item>

export interface SourceOptions {
  /** The URL of a server, without a slash at its end, or a file. */
  readonly from: string
  readonly isFile: boolean
  /** The project or experiment to read. */
  readonly sourceProject: string | undefined
  /** The project to write. */
  readonly projectId: string
  /** ISO 8601. */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly environment: Invocation['context']['environment']
}

/** Stores content immediately, for sources whose items refer to it by digest. */
export interface Publisher {
  file(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  table(rows: readonly JsonValue[]): Promise<{ digest: string; rowDigests: readonly string[] }>
  /** Returns the digest of the version. */
  object(name: string, val: JsonValue): Promise<string>
}

interface Score {
  /** Identifies the score at its source, so that it is stored once. */
  readonly sourceId: string
  readonly callId: string
  readonly type: string
  readonly payload: Readonly<Record<string, JsonValue | undefined>>
  readonly creator: string | undefined
}

/** Feedback on a call, under an id that is the same in every run. */
export function feedbackOn({ projectId }: SourceOptions, score: Score): Item {
  const id = createHash('sha256').update(`${projectId} ${score.sourceId}`).digest('hex').slice(0, 32)
  const { callId, type, payload, creator } = score
  const weave_ref = `weave:///${projectId}/call/${callId}`
  const feedback = { id, project_id: projectId, weave_ref, feedback_type: type, payload, creator }
  return { kind: 'feedback', id, feedback }
}
