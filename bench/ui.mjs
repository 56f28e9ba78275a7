// Measures the UI in a real browser. See docs/guide/benchmarks.md.

import './register.mjs'

const { runUiBench } = await import('./ui/bench.ts')
await runUiBench(process.argv.slice(2))
