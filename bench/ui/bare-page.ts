import type { Page } from 'playwright-core'

const PATH = '/bare-page'
const ROWS = 40

export const BARE_SCROLLER = 'div:has(> table)'

/** Repeats the rows of the bare page, so that it can be scrolled as far as the UI. */
export async function repeatRows(tab: Page, times: number): Promise<void> {
  await tab.evaluate(`{
    const rows = [...document.querySelectorAll('tr')]
    const body = document.querySelector('tbody')
    for (let time = 1; time < ${times}; time++) body.append(...rows.map((row) => row.cloneNode(true)))
  }`)
}

/**
 * Opens, in a separate tab, the minimal page that shows the same rows: without a framework, it requests
 * them and writes a table. Its time is the baseline of this machine and browser for any UI.
 */
export async function openBarePage(page: Page, projectId: string): Promise<Page> {
  // Intercepting requests disables the cache, so this does not happen in the measured tab.
  const tab = await page.context().newPage()
  await tab.route(`**${PATH}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: bareHtml(projectId) }),
  )
  await tab.goto(PATH, { waitUntil: 'commit' })
  return tab
}

const bareHtml = (projectId: string): string => `<!doctype html>
<title>Bare</title>
<body style="margin: 0">
<div style="height: 100vh; overflow: auto"><table></table></div>
<script type="module">
  const request = {
    project_id: ${JSON.stringify(projectId)},
    filter: { trace_roots_only: true },
    sort_by: [{ field: 'started_at', direction: 'desc' }],
    limit: ${ROWS},
    payload_max: 400,
    include_costs: true,
    include_feedback: true,
  }
  const reply = await fetch('/calls/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const { calls } = await reply.json()
  for (const call of calls) {
    const row = document.querySelector('table').insertRow()
    const link = document.createElement('a')
    link.dataset.rowLink = ''
    link.href = '/' + call.id
    link.textContent = call.op_name
    row.insertCell().append(link)
    for (const value of [call.inputs, call.output, call.summary, call.started_at, call.ended_at]) {
      row.insertCell().textContent = JSON.stringify(value).slice(0, 120)
    }
  }
</script>
`
