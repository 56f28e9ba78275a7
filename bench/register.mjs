// For the processes that the bench starts: `node --import ./bench/register.mjs file.ts`.

import { register } from 'node:module'

register('./typescript.mjs', import.meta.url)
