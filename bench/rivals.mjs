// Measures Heddle beside other services and writes docs/performance.md. See docs/guide/benchmarks.md.

import './register.mjs'

const { runRivals } = await import('./rivals/bench.ts')
await runRivals(process.argv.slice(2))
