// Writes the table of docs/guide/compatibility.md from the JSON report of a test run:
//
//   npm test -- tests/sdk --reporter=json --outputFile=report.json
//   node scripts/compatibility.mjs report.json
//
// Suites that were skipped leave no column, so run it where Python is prepared.

import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compatibilityTables, withTables } from './compatibility-tables.mjs'

const PAGE = fileURLToPath(new URL('../docs/guide/compatibility.md', import.meta.url))

const [reportFile] = process.argv.slice(2)
const report = JSON.parse(await readFile(reportFile, 'utf8'))
await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), compatibilityTables(report)))
