// Prints one line, "N passed, N failed, N skipped", from the JSON report that vitest wrote.

import { readFile } from 'node:fs/promises'

const [reportFile] = process.argv.slice(2)
const { testResults } = JSON.parse(await readFile(reportFile, 'utf8'))

const statuses = testResults.flatMap((file) => {
  const ofTests = file.assertionResults.map((test) => test.status)
  // A file that does not even load has no tests to count; it is one failure by itself.
  const brokenFile = file.status === 'failed' && !ofTests.includes('failed')
  return brokenFile ? [...ofTests, 'failed'] : ofTests
})

const passed = statuses.filter((status) => status === 'passed').length
const failed = statuses.filter((status) => status === 'failed').length
const skipped = statuses.length - passed - failed

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
