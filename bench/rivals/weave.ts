import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contender, Read } from './contender.ts'
import { countOf, heddleReads, stream } from './heddle.ts'
import { pythonContender } from './python-contender.ts'
import type { Targets } from './targets.ts'

/** The newest version whose package has the server library. */
const VERSION = '0.53.12'
const WRAPPER = fileURLToPath(new URL('./weave_library.py', import.meta.url))

/** Weave's public server library on a ClickHouse database, one process behind a thin HTTP wrapper. */
export const weaveLibrary = (cache: string, clickhouse: string): Contender =>
  pythonContender({
    name: 'Weave library on ClickHouse',
    format: 'native',
    package: {
      name: 'weave[trace-server]',
      version: VERSION,
      folder: join(cache, `weave-${VERSION}`),
      // Its migrations are too large for newer versions of sqlparse.
      with: ['fastapi', 'uvicorn', 'sqlparse==0.5.3'],
    },
    script: 'bin/python',
    probe: '/health',
    async start(port) {
      const { hostname, port: clickhousePort, username, password, pathname } = new URL(clickhouse)
      const database = [hostname, clickhousePort, username, password, pathname.slice(1)]
      return { args: [WRAPPER, String(port), ...database], env: {} }
    },
    connect: (client) => ({
      headers: {},
      async countSpans() {
        const read = countOf({}, 0)
        return read.rows(await read.fetch(client))
      },
      reads: async (targets) => ({
        ...heddleReads(targets, 'native'),
        'first page as its UI asks': null,
        'long trace, tree only': () => tree(targets),
      }),
    }),
  })

const tree = ({ longTrace }: Targets): Read =>
  stream(
    {
      filter: { trace_ids: [longTrace.id] },
      columns: ['id', 'parent_id', 'op_name', 'started_at', 'ended_at'],
    },
    longTrace.spans,
  )
