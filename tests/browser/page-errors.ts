import type { Page } from 'playwright-core'

/**
 * Collects what no page may do: log an error, fail, or request another server. Returns the list, which
 * grows while the page is open. Expected error responses, such as `401 /session`, are passed as
 * `expectedErrors`, because browsers log them as errors.
 */
export function collectPageErrors(page: Page, origin: string, expectedErrors: readonly string[]): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const path = message.location().url.replace(origin, '')
    const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1]
    if (!expectedErrors.includes(`${status} ${path}`)) pageErrors.push(`console: ${message.text()} ${path}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) pageErrors.push(`request: ${url.href}`)
  })
  return pageErrors
}
