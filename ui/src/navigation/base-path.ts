/** Where the server is mounted behind a proxy, such as `/heddle`; empty for the root. The server writes it into the page. */
export const BASE_PATH = readBasePath()

/** The address of the server, for clients of its API and for links to pages. */
export const serverUrl = (): string => `${window.location.origin}${BASE_PATH}`

function readBasePath(): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector('meta[name="heddle-base-path"]')?.getAttribute('content') ?? ''
}
