import type { CallEnd, CallStart, StoredCall } from '../../domain/calls/call.ts'
import { type FamilyFacts, familyFacts, usageBit } from '../../domain/calls/counting.ts'
import type { JsonText } from '../../json/text.ts'
import type { CallPart } from '../port/calls.ts'

/** A minimal model of how parts make a call: the oracle that engines are compared with. */
export class CallModel {
  #start: CallStart | undefined
  #end: CallEnd | undefined
  #name: string | undefined
  #deleted = false
  readonly #events = new Map<string, JsonText>()

  apply(part: CallPart): void {
    switch (part.part) {
      case 'start':
        this.#start = part.start
        return
      case 'end':
        this.#end = part.end
        return
      case 'rename':
        this.#name = part.display_name
        return
      case 'event':
        this.#events.set(part.key, part.event)
        return
      case 'delete':
        this.#deleted = true
    }
  }

  /** The events of a call, visible or not, by their keys. */
  events(): Record<string, JsonText> {
    return this.#deleted ? {} : Object.fromEntries(this.#events)
  }

  visible(): StoredCall | undefined {
    if (!this.#start || this.#deleted) return undefined
    const { input_refs, display_name, response_id, ...start } = this.#start
    const end = this.#end
    const texts = [start.attributes, start.inputs, start.otel_dump, end?.output, end?.summary]
    return {
      ...start,
      display_name: (this.#name ?? display_name) || null,
      ended_at: end?.ended_at ?? null,
      expire_at: null,
      wb_run_step_end: end?.wb_run_step_end ?? null,
      is_span: start.otel_dump !== null,
      failed: Boolean(end?.exception),
      descendant_failed: end?.descendant_failed ?? false,
      usage_standing: this.#standing(this.#start),
      size_bytes: texts.reduce((bytes, json) => bytes + Buffer.byteLength(json?.text ?? ''), 0),
      output_preview: end?.output_preview ?? null,
      output: end?.output ?? null,
      summary: end?.summary ?? null,
      exception: end?.exception ?? null,
    }
  }

  /** As for a call without relatives. */
  #standing(start: CallStart): FamilyFacts['usage_standing'] {
    const has_usage = this.models().length > 0
    const usage_bit = usageBit(start.otel_dump !== null, start.kind)
    const alone = { ...start, failed: false, has_usage, usage_bit, has_content: true }
    return familyFacts([alone]).get(start.id)?.usage_standing ?? null
  }

  /** Every ref of a visible call. */
  refs(): { readonly input: readonly string[]; readonly output: readonly string[] } {
    if (!this.visible()) return { input: [], output: [] }
    return { input: this.#start?.input_refs ?? [], output: this.#end?.output_refs ?? [] }
  }

  /** The models that a visible call reported. */
  models(): string[] {
    return this.#start && !this.#deleted ? (this.#end?.usage.map(({ model }) => model) ?? []) : []
  }
}
