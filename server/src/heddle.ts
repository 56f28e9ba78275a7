#!/usr/bin/env node
import { nodeProblem } from './node-version.ts'

// The rest is loaded only by a Node that can: others would fail with a syntax error, or start and answer 500.
const problem = nodeProblem(process.versions.node)
if (problem === undefined) await import('./main.ts')
else {
  process.stderr.write(`heddle: ${problem}\n`)
  process.exitCode = 1
}
