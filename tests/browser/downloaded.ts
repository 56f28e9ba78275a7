import type { Page } from 'playwright-core'

/** The text of the file that an action downloads. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
