const OTHER_MOUNT = '/traces'

/** The application is mounted at the root and at `/traces`, which clients append if they know only the base URL. */
export const MOUNTS = ['', OTHER_MOUNT] as const

/**
 * The same URL at the root, where all routes are registered: registering them twice would take a tenth of the startup time. URLs whose path
 * is in `rootOnly` stay as they are, and match no route.
 */
export function atRootMount(url: string, rootOnly: ReadonlySet<string>): string {
  if (!url.startsWith(`${OTHER_MOUNT}/`)) return url
  const atRoot = url.slice(OTHER_MOUNT.length)
  const [path = ''] = atRoot.split('?', 1)
  return rootOnly.has(path) ? url : atRoot
}

/** The path and query of a URL: clients of a proxy send it whole. One that is not valid stays as it is, and is refused by the router. */
export function withoutOrigin(url: string): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined || !URL.canParse(url)) return url
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The URL without the base path. A proxy may have removed it already. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}
