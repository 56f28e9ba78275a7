// Measures the built service. See docs/guide/benchmarks.md.

import './register.mjs'

const { runBench } = await import('./bench.ts')
await runBench(process.argv.slice(2))
