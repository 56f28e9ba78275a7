import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { startService } from '../../testing/service.ts'
import { ServiceMetrics } from './service-metrics.ts'

const DASHBOARD = new URL('../../../../deploy/grafana-dashboard.json', import.meta.url)

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}

test('every metric and label that the Grafana dashboard names is one that the server has', async () => {
  const metrics = new ServiceMetrics()
  metrics.addProcessMetrics()
  metrics.onWrite(0.1)
  metrics.onRead('scan', 0.1)
  const service = await startService({ metrics })
  await recordFinished(service, finished(newProject(), 'c'))
  const { text } = await service.get('/metrics')
  const names = new Set(text.match(/^[a-z]\w+/gm))
  const labels = new Set([
    'job',
    'le',
    'instance',
    ...[...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label),
  ])

  const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(DASHBOARD, 'utf8'))
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  expect(expressions.length).toBeGreaterThan(15)
  const named = expressions.flatMap((expr) => expr.match(/\b(?:heddle|process|nodejs)_\w+/g) ?? [])
  expect(named.filter((name) => !names.has(name))).toEqual([])
  const grouped = expressions.flatMap((expr) =>
    [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, by = '']) => by.split(', ')),
  )
  expect(grouped.filter((label) => !labels.has(label))).toEqual([])
})
