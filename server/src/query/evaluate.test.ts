import { expect, test } from 'vitest'
import { answerInMemory, bindCase } from '../testing/query-cases.ts'
import { QUERY_CASES } from './cases/all.ts'

test.each(QUERY_CASES)('$name', (queryCase) => {
  const bound = bindCase(queryCase)

  const ids = answerInMemory(queryCase, bound)

  expect(ids).toEqual(queryCase.ids)
})
