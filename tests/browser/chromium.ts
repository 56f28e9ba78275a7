import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Common install paths. CHROME takes precedence. */
const PLACES = [
  ...(process.env.CHROME ? [process.env.CHROME] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const foundAt = PLACES.find((place) => existsSync(place))

/** Why the browser tests cannot run; undefined if they can. */
export const chromiumMissing =
  foundAt === undefined ? `no Chromium at ${PLACES.join(', ')}: install it, or name one in CHROME` : undefined

export function launchChromium(): Promise<Browser> {
  if (foundAt === undefined) throw new Error(chromiumMissing)
  return chromium.launch({
    executablePath: foundAt,
    // Containers do not support the sandbox; background networking would add requests that no page made.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
