// Takes a screenshot of every screen, or those named as further arguments, with a demo project of its own, into
// docs/images or the folder of the first argument: NAME-light.png at 1440 px, NAME-1024.png, and NAME-dark.png for those
// that the README and the guide show.

import '../bench/register.mjs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { launchChromium } = await import('../tests/browser/chromium.ts')
const { API_KEY, inProject, startDemoServer } = await import('../tests/browser/demo-server.ts')
const { signIn } = await import('../tests/browser/sign-in.ts')
const { addUser, createKey, setMember } = await import('@heddle/contract/settings')

const [, , FOLDER = fileURLToPath(new URL('../docs/images', import.meta.url)), ...NAMES] = process.argv
const isWanted = ([name]) => NAMES.length === 0 || NAMES.includes(name)
const TRACES = 400
const SETTLE_MS = 600
const WAIT_MS = 90_000
const AGENT_RUNS = 'traces?filter=root:true%20op:SupportAgent.run%20status:success'
/** Runs about the same question, which use several tools. */
const REFUNDS = `${AGENT_RUNS}%20inputs.question:*charged*&sort=-summary.weave.latency_ms`
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 1024, height: 768 }

/** Screens of the README and the guide. Each function brings a page to what is to be seen. */
const GUIDE = {
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
    await openAgentRun(page)
    await page.getByRole('link', { name: 'Full page' }).click()
    await page.getByRole('treegrid').getByText('write the answer').click()
    await page.getByRole('region', { name: 'Output messages' }).waitFor()
    await page.getByRole('tabpanel').getByText('Fern & Flax').first().waitFor()
  },
  async evaluations(page) {
    await selectRuns(page)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('32 of 32 examples').waitFor()
  },
  async dashboard(page) {
    await page.goto(inProject('dashboard'))
    await page.getByRole('table', { name: 'By model' }).waitFor()
  },
  async compare(page) {
    await page.goto(inProject(REFUNDS))
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

/** A screen that is complete once it shows a text. */
const showing = (address, text) => async (page) => {
  await page.goto(address)
  await page.getByRole('main').getByText(text).first().waitFor()
}

const SCREENS = {
  ...GUIDE,
  projects: showing('/', 'demo/assistant'),
  setup: showing('/demo/new-project/weave/traces', 'first trace'),
  async filter(page) {
    await page.goto(inProject('traces'))
    await page.getByRole('combobox', { name: 'Add a filter' }).fill('model:')
    await page
      .getByRole('option', { name: /gpt-4o/ })
      .first()
      .waitFor()
  },
  groups: showing(inProject('traces?group=op'), 'rag_answer'),
  async peek(page) {
    await openAgentRun(page)
    await page.getByRole('complementary').getByRole('tabpanel').waitFor()
  },
  async timeline(page) {
    await openAgentRun(page)
    await page.getByRole('link', { name: 'Full page' }).click()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByRole('treegrid').getByText('write the answer').waitFor()
  },
  async transcript(page) {
    await openAgentRun(page)
    await page.getByRole('link', { name: 'Full page' }).click()
    await page.getByRole('button', { name: 'Transcript' }).click()
    await page.getByRole('main').getByText('issue_refund').first().waitFor()
  },
  async error(page) {
    await page.goto(inProject('traces?filter=root:true%20status:error'))
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Full page' }).click()
    await page.getByRole('tabpanel').waitFor()
  },
  async values(page) {
    await page.goto(inProject(REFUNDS))
    for (const row of [0, 1, 2]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('main').getByText('inputs').first().waitFor()
  },
  threads: showing(inProject('threads'), 'thread-1'),
  users: showing(inProject('users'), 'Cost'),
  runs: showing(inProject('evaluations'), 'support on gpt-4o'),
  async run(page) {
    await page.goto(inProject('evaluations'))
    await page.getByRole('link', { name: 'support on gpt-4o-mini' }).click()
    await page.getByText('32 of 32 trials').waitFor()
    await page.getByRole('region', { name: 'exactness.correct over runs' }).getByText('3 runs').waitFor()
  },
  async trial(page) {
    await SCREENS.run(page)
    await page.getByRole('table', { name: 'Trials' }).getByRole('row').nth(1).click()
    await page.getByRole('complementary', { name: 'Example' }).waitFor()
  },
  datasets: showing(inProject('datasets'), 'support-questions'),
  async dataset(page) {
    await page.goto(inProject('datasets'))
    await page.getByRole('link', { name: 'support-questions' }).click()
    await page.getByRole('row').nth(1).click()
  },
  objects: showing(inProject('objects'), 'support-prompt'),
  async edit(page) {
    await page.goto(inProject('objects/support-prompt/versions/latest'))
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByRole('button', { name: /Publish/ }).waitFor()
  },
  feedback: showing(inProject('feedback'), 'helpfulness'),
  queues: showing(inProject('feedback?tab=queues'), 'Refund answers'),
  async queue(page) {
    await page.goto(inProject('feedback?tab=queues'))
    await page.getByRole('button', { name: 'New queue' }).click()
    await page.getByRole('dialog', { name: 'New queue' }).waitFor()
  },
  review: showing(inProject('feedback?tab=review'), 'Inputs'),
  costs: showing(inProject('costs'), 'gpt-4o'),
  async chart(page) {
    await page.goto(inProject('dashboard'))
    await page.getByRole('button', { name: 'Add chart' }).click()
    await page.getByRole('dialog', { name: 'Add chart' }).waitFor()
  },
  async sql(page) {
    await page.goto(inProject('sql'))
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('table').first().waitFor()
  },
  async palette(page) {
    await page.goto(inProject('traces'))
    await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /command|search/i }).fill('support')
    await page.getByRole('option', { name: /support-prompt/ }).waitFor()
  },
  keys: showing(inProject('settings'), 'HEDDLE_API_KEY'),
  ...Object.fromEntries(
    [
      ['accounts', 'admin', 'users'],
      ['redaction', 'rule', 'redaction'],
      ['audit', 'demo', 'audit'],
      ['storage', 'demo/assistant', 'storage'],
      ['server', 'SQLite', 'server'],
    ].map(([name, text, tab]) => [name, showing(inProject(`settings?tab=${tab}`), text)]),
  ),
}

/** What admins of an entity see, who are not admins of the server. */
const SCREENS_OF_ENTITY_ADMIN = {
  members: showing(inProject('settings?tab=members'), 'Members of demo'),
}

await mkdir(FOLDER, { recursive: true })
const server = await startDemoServer({ traces: TRACES })
const browser = await launchChromium()
try {
  const page = await openPage()
  if (isWanted(['sign-in'])) await photograph(page, 'sign-in-light')
  await signIn(page, API_KEY)
  await page.getByRole('banner').waitFor()
  await fillQueue(page)
  await photographAll(page, SCREENS)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [name, show] of Object.entries(GUIDE).filter(isWanted)) {
    await show(page)
    await photograph(page, `${name}-dark`)
  }
  const adminPage = await openPage()
  await signIn(adminPage, await keyOfEntityAdmin())
  await adminPage.getByRole('banner').waitFor()
  await photographAll(adminPage, SCREENS_OF_ENTITY_ADMIN)
} finally {
  await browser.close()
  await server.stop()
}

/** A page of a new profile that shows the form to sign in. */
async function openPage() {
  const page = await browser.newPage({ baseURL: server.url, viewport: WIDE })
  page.setDefaultTimeout(WAIT_MS)
  await page.goto('/')
  await page.getByLabel('API key').waitFor()
  return page
}

async function keyOfEntityAdmin() {
  for (const [user_name, role] of [
    ['grace', 'admin'],
    ['barbara', 'editor'],
    ['hedy', 'viewer'],
  ]) {
    await server.client.call(addUser, { name: user_name })
    await server.client.call(setMember, { user_name, entity: 'demo', role })
  }
  return (await server.client.call(createKey, { user_name: 'grace' })).key
}

async function photographAll(page, screens) {
  for (const [name, show] of Object.entries(screens).filter(isWanted)) {
    await show(page)
    await photograph(page, `${name}-light`)
    await page.setViewportSize(NARROW)
    await photograph(page, `${name}-1024`)
    await page.setViewportSize(WIDE)
  }
}

async function openAgentRun(page) {
  await page.goto(inProject(REFUNDS))
  await page.getByRole('row').nth(1).getByRole('link').click()
}

async function selectRuns(page) {
  await page.goto(inProject('evaluations'))
  for (const run of [0, 1, 2]) await page.getByRole('checkbox', { name: 'Select row' }).nth(run).check()
}

/** The demo has no queue, because it would ask for reviews that nobody wants. */
async function fillQueue(page) {
  await page.goto(inProject('feedback?tab=queues'))
  await page.getByRole('button', { name: 'New queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New queue' })
  await dialog.getByLabel('Name', { exact: true }).fill('Refund answers')
  await dialog.getByLabel('Text of new question 1').fill('Is the refund policy right?')
  await dialog.getByLabel('Type of new question 1').selectOption('One of several')
  await dialog.getByLabel('Choices of new question 1').fill('right, partly, wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the queue').waitFor()
  await page.goto(inProject(REFUNDS))
  for (const row of [0, 1, 2]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
  await page.getByRole('button', { name: 'Add to queue' }).click()
  await page.getByRole('button', { name: 'Add 3 calls' }).click()
  await page.getByText('Added 3 calls').waitFor()
}

async function photograph(page, name) {
  // Tooltips follow the pointer, and animations take a moment to end.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(SETTLE_MS)
  const path = join(FOLDER, `${name}.png`)
  await page.screenshot({ path })
  console.log(path)
}
