import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { nowMicros } from '../clock.ts'
import { jsonTextOf } from '../json/write.ts'
import type { CallPart } from '../storage/port/calls.ts'
import type { Storage } from '../storage/port.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { MICROS_PER_DAY } from '../time.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openTerminal } from './terminal.ts'

export const PROJECT = 'team/app'

/** A data folder with calls of some days ago, and a terminal for the commands that remove them. */
export function openAgedCalls() {
  const root = temporaryFolder()
  const folder = join(root, 'data')

  async function withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openSqliteStorage({ folder })
    onTestFinished(() => storage.close())
    const result = await work(storage)
    await storage.close()
    return result
  }

  /** Stores calls that started so many days ago. */
  const fill = (...days: number[]) =>
    withStorage(({ calls }) => calls.write(days.flatMap((day, at) => partsOf(`call-${at}`, day))))

  return {
    root,
    folder,
    run: (...args: string[]) => openTerminal(folder).run(...args),
    /** The same, and returns the progress that was shown. */
    async runShowing(...args: string[]) {
      const shown: string[] = []
      const { noted } = await openTerminal(folder).runWith(
        { environment: { HEDDLE_DATA: folder }, progress: (text) => shown.push(text) },
        ...args,
      )
      return { noted, shown }
    },
    withStorage,
    fill,
    idsLeft: () => withStorage(({ calls }) => calls.find({ project_id: PROJECT, filter: {}, sort: [] })),
  }
}

function partsOf(id: string, day: number): CallPart[] {
  const key = { project_id: PROJECT, id }
  const started_at = nowMicros() - day * MICROS_PER_DAY
  return [
    {
      part: 'start',
      start: {
        ...key,
        trace_id: 'trace',
        parent_id: null,
        thread_id: null,
        turn_id: null,
        op_name: 'op',
        display_name: null,
        started_at,
        expire_at: null,
        attributes: jsonTextOf({}),
        inputs: jsonTextOf({ secret: `secret ${id}`.repeat(50) }),
        otel_dump: null,
        input_refs: [],
        wb_user_id: 'user',
        end_user: null,
        kind: null,
        input_preview: null,
        response_id: null,
        wb_run_id: null,
        wb_run_step: null,
      },
    },
    {
      part: 'end',
      end: {
        ...key,
        ended_at: started_at + 1_000,
        exception: null,
        output: null,
        summary: jsonTextOf({}),
        output_refs: [],
        wb_run_step_end: null,
        usage: [],
        descendant_failed: false,
        output_preview: null,
      },
    },
  ]
}
