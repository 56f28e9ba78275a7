import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsOnly } from './vite/endpoints-only.ts'

/** The server that `vite dev` passes the API's requests on to. */
const DEV_SERVER = 'http://127.0.0.1:6340'

export default defineConfig({
  plugins: [react(), endpointsOnly(fileURLToPath(new URL('../contract/src/', import.meta.url)))],
  // Files name each other by relative paths; the server completes those in index.html with its base path.
  base: './',
  build: {
    target: 'es2022',
    // The server's content policy refuses data: fonts and scripts; small files stay files.
    assetsInlineLimit: 0,
    // Advice on slow plugins is for us, not for those who start the service.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: {
      // Pages are visited with text/html; everything else that is not a source file is the API's.
      '^/(?!src/|@|node_modules/|assets/|favicon)': {
        target: DEV_SERVER,
        bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
    },
  },
})
