#!/usr/bin/env node
// npm links a command at install, and only to a file that is there: dist is built later, by `npm start` in a clone.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/heddle.js', import.meta.url)
if (existsSync(bundle)) await import(bundle.href)
else {
  process.stderr.write('heddle: not built yet; run `npm run build` in the folder of the clone\n')
  process.exitCode = 1
}
