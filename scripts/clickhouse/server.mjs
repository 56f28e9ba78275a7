// server.mjs FOLDER HTTP_PORT TCP_PORT: ClickHouse with its own HTTP and TCP listeners on loopback, for tests. It runs until its standard
// input is closed, so it ends with its parent, however that one ends.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cachedPackages } from './packages.mjs'

const [folder, httpPort, tcpPort] = process.argv.slice(2)
const require = createRequire(join(cachedPackages(), 'package.json'))
const { open, load, DataType } = require('ffi-rs')
const { libchdbPath } = require('chdb/libchdb')

// The last query reads standard input to its end. Not '/dev/stdin', which cannot be opened where it is a socket.
const query = `
  SYSTEM START LISTEN HTTP;
  SYSTEM START LISTEN TCP;
  SELECT count() FROM file('-', 'LineAsString', 's String') FORMAT Null`

const argv = ['clickhouse', '--config-file', `${folder}/config.xml`, '--path', `${folder}/data`]
argv.push('--listen_host', '127.0.0.1', '--http_port', httpPort, '--tcp_port', tcpPort, '--query', query)

open({ library: 'chdb', path: libchdbPath() })
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
})
