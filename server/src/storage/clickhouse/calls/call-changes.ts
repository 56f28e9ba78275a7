import { randomInt } from 'node:crypto'
import { nowMicros } from '../../../clock.ts'
import { ServiceError } from '../../../errors.ts'
import { sql, trusted } from '../../../query/fragment.ts'
import { MICROS_PER_DAY, MICROS_PER_SECOND } from '../../../time.ts'
import { type CallChange, type CallChanges, isChangeCursor } from '../../port/calls.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import type { Insert } from '../rows/insert-queue.ts'
import type { VersionClock } from '../rows/version-clock.ts'
import { CHANGES_KEPT_DAYS } from '../schema/calls.ts'
import { encodeRows } from '../schema/encoders.ts'

/**
 * How far the clock of a process may lag, plus the duration of its INSERT, before a reader could miss its changes. One may wait for the one
 * before it and be sent twice, each for as long as a write may take.
 */
const WINDOW_MICROS = 300 * MICROS_PER_SECOND

/** How old a mark may be. Readers of a mark look again after this time, so that they may miss for so long what became visible too late. */
const MARK_MICROS = 60 * MICROS_PER_SECOND

/**
 * The position of a reader. Rows of one writer become visible in the order of their positions, so the position of the last row
 * seen is exact. From writers without a mark, everything up to `base` was seen, or is too old to become visible any more.
 */
interface Cursor {
  readonly base: number
  readonly marks: ReadonlyMap<number, number>
}

/** A position in the log of a project. */
export interface ChangeMark {
  readonly projectId: string
  readonly takenAt: number
  readonly cursor: string
}

interface ChangeRow {
  readonly position: number
  readonly writer: number
  readonly id: string
}

/** Each call once, where it changed last. */
export class ChangedCalls {
  readonly #ids = new Map<string, Set<string>>()

  get isEmpty(): boolean {
    return this.#ids.size === 0
  }

  add(projectId: string, id: string): void {
    const ids = this.#ids.get(projectId)
    if (ids === undefined) {
      this.#ids.set(projectId, new Set([id]))
    } else {
      ids.delete(id)
      ids.add(id)
    }
  }

  get projectIds(): Iterable<string> {
    return this.#ids.keys()
  }

  *[Symbol.iterator](): Generator<{ readonly project_id: string; readonly id: string }> {
    for (const [project_id, ids] of this.#ids) for (const id of ids) yield { project_id, id }
  }
}

/** The log of changed calls, which all processes write and read. */
export class CallChangeLog {
  readonly #clickhouse: ClickHouse
  readonly #clock: VersionClock
  readonly #writer = randomInt(2 ** 32)

  constructor(clickhouse: ClickHouse, clock: VersionClock) {
    this.#clickhouse = clickhouse
    this.#clock = clock
  }

  /** Records that calls have changed. Call it once the changes can be read. */
  async note(insert: Insert, calls: ChangedCalls): Promise<void> {
    // Positions are taken when rows are queued, and the queue keeps their order.
    const rows = Array.from(calls, (call) => ({
      ...call,
      position: this.#clock.next(),
      writer: this.#writer,
    }))
    await insert(encodeRows('call_changes', rows))
  }

  /** The cursor of a reader that has seen everything up to now. */
  async current(projectId: string): Promise<string> {
    return formatCursor(await this.#end(projectId, nowMicros() - WINDOW_MICROS))
  }

  /** The end of the log. Whatever is read afterwards has all changes up to it. */
  async mark(projectId: string): Promise<ChangeMark> {
    const takenAt = nowMicros()
    return { projectId, takenAt, cursor: formatCursor(await this.#end(projectId, takenAt - MARK_MICROS)) }
  }

  /** Whether no change has been logged since. Always false for old marks. */
  async isAt({ projectId, takenAt, cursor }: ChangeMark): Promise<boolean> {
    if (nowMicros() - takenAt > MARK_MICROS) return false
    return formatCursor(await this.#end(projectId, takenAt - MARK_MICROS)) === cursor
  }

  async changes(projectId: string, cursor: string | undefined, atMost: number): Promise<CallChanges> {
    const now = nowMicros()
    if (cursor === undefined) return this.#upToNow(projectId, false)
    const from = parseCursor(cursor)
    const isKept =
      from && from.base >= now - CHANGES_KEPT_DAYS * MICROS_PER_DAY && from.base <= now + MICROS_PER_DAY
    if (!isKept) return this.#upToNow(projectId, true)
    // Only checks the cursor: nothing is looked at, so that it must not move on.
    if (atMost === 0) return { changes: [], cursor, missed: false }
    const rows = await this.#rowsAfter(projectId, from, atMost)
    const last = rows.at(-1)
    // Of several rows at the last position, of different writers, some may be left: their marks tell which.
    const seenUpTo =
      last && rows.length === atMost ? Math.min(last.position - 1, now - WINDOW_MICROS) : now - WINDOW_MICROS
    const marks = new Map(from.marks)
    const changes: { row: ChangeRow; cursor: string }[] = []
    for (const row of rows) {
      marks.set(row.writer, row.position)
      changes.push({ row, cursor: formatCursor({ base: from.base, marks }) })
    }
    const reached = formatCursor({ base: Math.max(from.base, seenUpTo), marks })
    const known = await this.#known(projectId, changes)
    // An empty list means that there are no more.
    if (known.length === 0 && rows.length === atMost) return this.changes(projectId, reached, atMost)
    return { changes: known, cursor: reached, missed: false }
  }

  async #upToNow(projectId: string, missed: boolean): Promise<CallChanges> {
    return { changes: [], cursor: await this.current(projectId), missed }
  }

  async #end(projectId: string, base: number): Promise<Cursor> {
    const rows = await this.#clickhouse.query<{ writer: number; mark: number }>(
      sql`select writer, max(position) as mark from call_changes
        where project_id = ${projectId} and position > ${BigInt(base)} group by writer`,
    )
    return { base, marks: new Map(rows.map(({ writer, mark }) => [writer, mark])) }
  }

  async #rowsAfter(projectId: string, { base, marks }: Cursor, atMost: number): Promise<ChangeRow[]> {
    const lists = trusted(`[${[...marks.keys()]}], [${[...marks.values()]}]`)
    const seen =
      marks.size === 0 ? sql`${BigInt(base)}` : sql`transform(writer, ${lists}, toUInt64(${BigInt(base)}))`
    return this.#clickhouse.query<ChangeRow>(
      sql`select position, writer, id from call_changes
        where project_id = ${projectId} and position > ${BigInt(base)} and position > ${seen}
        order by position, writer, id limit ${BigInt(atMost)}`,
    )
  }

  /** Each call once, at its last change. Calls that have feedback but were never written are left out. */
  async #known(
    projectId: string,
    changes: readonly { readonly row: ChangeRow; readonly cursor: string }[],
  ): Promise<CallChange[]> {
    if (changes.length === 0) return []
    const last = new Map(changes.map((change) => [change.row.id, change]))
    const ids = textList(last.keys())
    const known = await this.#clickhouse.query<{ id: string; deleted: number }>(
      sql`select id, max(is_delete) as deleted from (
          select id, part = 'delete' as is_delete from call_parts where project_id = ${projectId} and id in ${ids}
          union all select id, 0 as is_delete from call_events where project_id = ${projectId} and id in ${ids}
        ) group by id`,
    )
    const isDeleted = new Map(known.map(({ id, deleted }) => [id, deleted === 1]))
    return changes.flatMap((change) => {
      const { row, cursor } = change
      const deleted = isDeleted.get(row.id)
      return last.get(row.id) === change && deleted !== undefined ? [{ id: row.id, cursor, deleted }] : []
    })
  }
}

/** `base`, then pairs of writer and mark, joined by commas. */
function formatCursor({ base, marks }: Cursor): string {
  const recent = [...marks].filter(([, mark]) => mark > base).sort(([a], [b]) => a - b)
  return [base, ...recent.map(([writer, mark]) => `${writer}.${mark}`)].join(',')
}

/** Undefined for a cursor of another engine. */
function parseCursor(text: string): Cursor | undefined {
  if (!isChangeCursor(text)) {
    throw new ServiceError(
      'invalid_request',
      `cursor must be one that this server gave, not ${JSON.stringify(text.slice(0, 100))}`,
    )
  }
  const [base = '', ...marks] = text.split(',')
  const pairs = marks.map((mark) => mark.split('.'))
  if (!isNumber(base) || !pairs.every((pair) => pair.length === 2 && pair.every(isNumber))) return undefined
  return {
    base: Number(base),
    marks: new Map(pairs.map(([writer = '', mark = '']) => [Number(writer), Number(mark)])),
  }
}

const isNumber = (text: string): boolean => /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
