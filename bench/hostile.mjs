// Attacks the built service and tells how it takes it. See docs/guide/benchmarks.md.

import './register.mjs'

const { runHostile } = await import('./hostile/bench.ts')
await runHostile(process.argv.slice(2))
