import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HttpClient } from '../processes/http-client.ts'
import { freePort, launch } from '../processes/server.ts'
import type { Contender } from './contender.ts'
import { countOf, heddleReads, stream } from './heddle.ts'
import { installPython } from './python-package.ts'

/** The newest version whose package has the server library. */
const VERSION = '0.53.12'
const WRAPPER = fileURLToPath(new URL('./weave_library.py', import.meta.url))

/** Weave's public server library on a ClickHouse database, one process behind a thin HTTP wrapper. */
export function weaveLibrary(cache: string, clickhouse: string): Contender {
  const installed = {
    name: 'weave[trace-server]',
    version: VERSION,
    folder: join(cache, `weave-${VERSION}`),
    // Its migrations are too large for newer versions of sqlparse.
    with: ['fastapi', 'uvicorn', 'sqlparse==0.5.3'],
  }
  return {
    name: 'Weave library on ClickHouse',
    version: VERSION,
    format: 'native',
    install: () => installPython(installed),
    async start(folder) {
      const port = await freePort()
      const { hostname, port: clickhousePort, username, password, pathname } = new URL(clickhouse)
      const database = [hostname, clickhousePort, username, password, pathname.slice(1)]
      const server = await launch({
        command: join(installed.folder, 'bin/python'),
        args: [WRAPPER, String(port), ...database],
        env: {},
        folder,
        port,
        probe: '/health',
      })
      const client = new HttpClient(server.url, {}, 1)
      return {
        server,
        headers: {},
        async countSpans() {
          const [reply = ''] = await countOf({}, 0).fetch(client)
          const { count }: { count: number } = JSON.parse(reply)
          return count
        },
        async reads(targets) {
          const { longTrace } = targets
          const tree = {
            filter: { trace_ids: [longTrace.id] },
            columns: ['id', 'parent_id', 'op_name', 'started_at', 'ended_at'],
          }
          return {
            ...heddleReads(targets, 'native'),
            'first page as its UI asks': null,
            'long trace, tree only': () => stream(tree, longTrace.spans),
          }
        },
      }
    },
  }
}
