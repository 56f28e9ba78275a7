import type { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'

export type ObjectKind = 'op' | 'object'

/** A version to publish. */
export interface ObjectVersion {
  readonly project_id: string
  readonly object_id: string
  readonly digest: string
  readonly kind: ObjectKind
  readonly base_object_class: string | null
  readonly leaf_object_class: string | null
  readonly val: JsonText
  readonly wb_user_id: string
  readonly created_at: Micros
}

/** A stored version, without its value and with its index among the others. */
export interface StoredVersion extends Omit<ObjectVersion, 'val'> {
  readonly version_index: number
  readonly is_latest: boolean
  readonly deleted_at: Micros | null
  readonly size_bytes: number
  readonly tags: readonly string[]
  /** Without `latest`. */
  readonly aliases: readonly string[]
}
