// Measures this build beside that of another checkout. See docs/guide/benchmarks.md.

import './register.mjs'

const { runComparison } = await import('./compare/bench.ts')
await runComparison(process.argv.slice(2))
