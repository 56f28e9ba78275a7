// Takes the screenshots of the README and the guide into docs/images, from a demo project of its own.

import '../bench/register.mjs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { launchChromium } = await import('../tests/browser/chromium.ts')
const { API_KEY, inProject, startDemoServer } = await import('../tests/browser/demo-server.ts')
const { signIn } = await import('../tests/browser/sign-in.ts')

const FOLDER = fileURLToPath(new URL('../docs/images', import.meta.url))
const TRACES = 400
const SETTLE_MS = 600
const AGENT_RUNS = 'traces?filter=root:true%20op:SupportAgent.run%20status:success'

/** Each brings a page to what is to be seen. */
const SCENES = {
  async traces(page) {
    await page.goto(inProject('traces'))
    await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
    await page
      .getByRole('region', { name: 'Activity' })
      .getByRole('button', { name: /calls/ })
      .first()
      .waitFor()
  },
  async trace(page) {
    await page.goto(inProject(`${AGENT_RUNS}&sort=-summary.weave.latency_ms`))
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Full page' }).click()
    await page.getByRole('treegrid').getByText('write the answer').click()
    await page.getByRole('region', { name: 'Output messages' }).waitFor()
    await page.getByRole('tabpanel').getByText('Fern & Flax').first().waitFor()
  },
  async evaluations(page) {
    await page.goto(inProject('evaluations'))
    for (const run of [0, 1, 2]) await page.getByRole('checkbox', { name: 'Select row' }).nth(run).check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('32 of 32 examples').waitFor()
  },
  async dashboard(page) {
    await page.goto(inProject('dashboard'))
    await page.getByRole('table', { name: 'By model' }).waitFor()
  },
  async compare(page) {
    await page.goto(inProject(AGENT_RUNS))
    for (const row of [0, 2]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Traces' }).click()
    await page.getByRole('treegrid').getByText('changed').first().waitFor()
  },
  async prompt(page) {
    await page.goto(inProject('objects'))
    await page.getByRole('link', { name: 'support-prompt' }).click()
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByLabel('Difference').getByText('Never promise').waitFor()
  },
}

await mkdir(FOLDER, { recursive: true })
const server = await startDemoServer({ traces: TRACES })
const browser = await launchChromium()
try {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await signIn(page, API_KEY)
  await page.getByRole('banner').waitFor()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    for (const [name, show] of Object.entries(SCENES)) {
      await show(page)
      await photograph(page, join(FOLDER, `${name}-${colorScheme}.png`))
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

async function photograph(page, path) {
  // Tooltips follow the pointer, and animations take a moment to end.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path })
  console.log(path)
}
