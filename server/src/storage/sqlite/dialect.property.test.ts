import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { not } from '../../query/cases/case.ts'
import { EXPAND_COLUMNS, queries, rows, sorts } from '../../testing/query-arbitraries.ts'
import { answerInMemory, type BoundCase, bindCase } from '../../testing/query-cases.ts'
import { answerFromSqlite, insertRows, openTables } from '../../testing/sqlite-rows.ts'

const RUNS = 400

test('SQLite and the evaluator agree on random rows, conditions and sorts', () => {
  const db = openTables()
  let answered = 0

  fc.assert(
    fc.property(rows, fc.oneof(queries, queries.map(not)), sorts, (randomRows, query, sort) => {
      const bound = boundUnlessRefused(query, sort)
      fc.pre(bound !== undefined)
      db.exec('begin')
      insertRows(db, randomRows)
      const ids = answerFromSqlite(db, 'calls', bound)
      db.exec('rollback')
      expect(ids).toEqual(answerInMemory({ resource: 'calls', rows: randomRows }, bound))
      answered += 1
    }),
    { numRuns: RUNS },
  )

  expect(answered).toBeGreaterThanOrEqual(RUNS)
  db.close()
})

/** Random operands may have no meaning together, like an instant and a text that is none. */
function boundUnlessRefused(
  query: string,
  sort: Parameters<typeof bindCase>[0]['sort'],
): BoundCase | undefined {
  try {
    return bindCase({ resource: 'calls', query, sort: sort ?? [], expand_columns: EXPAND_COLUMNS })
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
