import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where systems keep it. What CHROME names comes first. */
const PLACES = [
  ...(process.env.CHROME ? [process.env.CHROME] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const foundAt = PLACES.find((place) => existsSync(place))

/** Why there is no browser to work with; undefined where there is one. */
export const chromiumMissing =
  foundAt === undefined ? `no Chromium at ${PLACES.join(', ')}: install it, or name one in CHROME` : undefined

export function launchChromium(): Promise<Browser> {
  if (foundAt === undefined) throw new Error(chromiumMissing)
  return chromium.launch({
    executablePath: foundAt,
    // Containers allow no sandbox of its own; background networking would be requests that no page made.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
