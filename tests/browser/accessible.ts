import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const GRAVE = ['serious', 'critical']

/** Checks the page with axe, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    const grave = violations.filter(({ impact }) => GRAVE.includes(impact ?? ''))
    expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
}
