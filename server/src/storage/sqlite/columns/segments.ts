import type { Micros } from '../../../time.ts'
import { hasBit } from '../bits.ts'
import type { Database } from '../database/driver.ts'
import { type CodeCounts, Vocabulary } from './code-counts.ts'
import {
  type CodedColumn,
  type Column,
  decodeColumn,
  FIRST_CODE,
  isPartial,
  MISSING,
  UNKNOWN,
  uniformColumn,
} from './column.ts'
import { ColumnCache } from './column-cache.ts'
import { enclosingColumn, POSSIBLE_COST, type ROLLUPS, USAGE_FIGURES } from './column-names.ts'
import type { Rollup } from './rollup.ts'
import type { UsageFigures } from './usage-columns.ts'

/** Calls of a project that were sealed together. Their order has no meaning. */
export interface Segment {
  readonly id: number
  /** Number of places, including those of calls that are no longer here. */
  readonly places: number
  /** When the first and the last of them started. */
  readonly started_from: Micros
  readonly started_to: Micros
  /** Number of places whose calls are no longer here. */
  readonly removed: number
  readonly removed_places: Uint8Array | null
}

export const isRemoved = ({ removed_places }: Segment, place: number): boolean =>
  removed_places !== null && hasBit(removed_places, place)

/** The segments of a project, those with the latest calls first. */
export function segmentsOf(db: Database, project: number): Segment[] {
  // As one text, which takes a tenth of the time of as many rows.
  const sql = `select json_group_array(json_array(id, calls, started_from, started_to, removed)) as list
    from (select * from call_segments where project = ? order by started_to desc, id desc)`
  const list: [number, number, number, number, number][] = JSON.parse(
    String(db.prepare(sql).get(project)?.list),
  )
  const bitmap = db.prepare('select removed_places from call_segments where id = ?')
  return list.map(([id, places, started_from, started_to, removed]) => {
    const found = removed > 0 ? bitmap.get<Pick<Segment, 'removed_places'>>(id) : undefined
    return { id, places, started_from, started_to, removed, removed_places: found?.removed_places ?? null }
  })
}

/** Up to 64 segments with neighbouring ids, whose tokens are counted together. The other fields are those of all their calls. */
export interface SegmentGroup
  extends Pick<Segment, 'id' | 'places' | 'started_from' | 'started_to' | 'removed'> {
  readonly segments: readonly Segment[]
}

const NO_TOKENS = new Vocabulary()

/** Reads the columns of segments, each when it is asked for. */
export abstract class ColumnReader {
  /** Not to be changed. */
  abstract read(segment: Segment, name: string): Column

  /** How many calls have each token of a column; undefined where they are not counted. */
  countCodes(_of: Segment | SegmentGroup, _name: string): CodeCounts | undefined {
    return undefined
  }

  /** The values of a column that all calls have. */
  readNumbers(segment: Segment, name: string): Float64Array {
    const column = this.read(segment, name)
    if (column.kind === 'numbers') return column.values
    throw new Error(`segment ${segment.id} has no numbers in column ${name}`)
  }

  /** The values of a column that repeats them. */
  readCodes(segment: Segment, name: string): CodedColumn {
    const column = this.read(segment, name)
    if (column.kind === 'codes') return column
    throw new Error(`segment ${segment.id} has no codes in column ${name}`)
  }
}

/** Reads the columns of a project's segments. */
export class SegmentColumns extends ColumnReader {
  readonly #project: number
  readonly #selectName: ReturnType<Database['prepare']>
  readonly #cache: ColumnCache
  readonly #usage: UsageFigures | undefined
  /** Null for names that no segment of the project has. */
  readonly #ids = new Map<string, number | null>()
  /** The columns of the segment that was read last: conditions may name one many times. */
  readonly #columns = new Map<string, Column>()
  #segment: number | undefined

  constructor(db: Database, project: number, cache = new ColumnCache(db), usage?: UsageFigures) {
    super()
    this.#project = project
    this.#cache = cache
    this.#usage = usage
    this.#selectName = db.prepare('select id from column_names where project = ? and name = ?')
  }

  /** What has no column is missing in all calls, unless columns were left out of the segment. */
  override read(segment: Segment, name: string): Column {
    if (this.#segment !== segment.id) this.#columns.clear()
    this.#segment = segment.id
    const known = this.#columns.get(name)
    if (known) return known
    const column =
      this.#stored(segment, name) ?? this.#usageFigures(segment, name) ?? this.#absent(segment, name)
    this.#columns.set(name, column)
    return column
  }

  /** Whether the segment has a column of this name. */
  has(segment: Segment, name: string): boolean {
    return this.#bytesOf(segment, name) !== undefined
  }

  /** One of `ROLLUPS`, of all these segments together; undefined where one does not have it, or where they cannot be merged. */
  rollup(segments: readonly Segment[], name: (typeof ROLLUPS)[number]): Rollup | undefined {
    const id = this.#idOf(name)
    if (id === null) return undefined
    const rollupOf = (segment: number) => this.#cache.rollup(this.#project, id, segment)
    const ids = segments.map((segment) => segment.id)
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) return rollupOf(only)
    return this.#cache.mergedRollups.of(name, ids, rollupOf)
  }

  #stored(segment: Segment, name: string): Column | undefined {
    const bytes = this.#bytesOf(segment, name)
    return bytes && decodeColumn(bytes)
  }

  #usageFigures(segment: Segment, name: string): Column | undefined {
    const figure = USAGE_FIGURES.find((known) => known === name)
    if (!figure || !this.#usage) return undefined
    const values = this.#usage[figure]({
      rids: this.readNumbers(segment, 'rid'),
      starts: this.readNumbers(segment, 'started_at'),
      read: (column) => (this.has(segment, column) ? this.read(segment, column) : undefined),
      possibleCosts: () => this.readNumbers(segment, POSSIBLE_COST),
    })
    return { kind: 'numbers', values }
  }

  override countCodes(of: Segment | SegmentGroup, name: string): CodeCounts | undefined {
    return 'segments' in of ? this.#countInGroup(of, name) : this.#countInSegment(of, name)
  }

  #countInGroup({ id: group, segments }: SegmentGroup, name: string): CodeCounts | undefined {
    const id = this.#idOf(name)
    if (id === null) return undefined
    return this.#cache.countsOfGroup(id, group, () =>
      segments.map((segment) => this.#countInSegment(segment, name)),
    )
  }

  #countInSegment(segment: Segment, name: string): CodeCounts | undefined {
    const id = this.#idOf(name)
    if (id !== null && this.has(segment, name)) return this.#cache.counts(this.#project, id, segment.id)
    if (USAGE_FIGURES.some((figure) => figure === name)) return undefined
    const counts = new Uint16Array(FIRST_CODE)
    counts[this.#codeOfAbsent(segment, name)] = segment.places
    return { vocabulary: NO_TOKENS, numbers: new Uint16Array(FIRST_CODE), counts }
  }

  #absent(segment: Segment, name: string): Column {
    return uniformColumn(segment.places, this.#codeOfAbsent(segment, name))
  }

  #codeOfAbsent(segment: Segment, name: string): typeof MISSING | typeof UNKNOWN {
    for (let around = enclosingColumn(name); around !== undefined; around = enclosingColumn(around)) {
      const bytes = this.#bytesOf(segment, around)
      if (bytes) return isPartial(bytes) ? UNKNOWN : MISSING
    }
    return UNKNOWN
  }

  #bytesOf(segment: Segment, name: string): Uint8Array | undefined {
    const id = this.#idOf(name)
    return id === null ? undefined : this.#cache.read(this.#project, id, segment.id)
  }

  #idOf(name: string): number | null {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const id = this.#selectName.get<{ id: number }>(this.#project, name)?.id ?? null
    this.#ids.set(name, id)
    return id
  }
}
