import type { ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { EmptyState } from './components/EmptyState.tsx'
import { later } from './components/later.tsx'
import { usePathParam, useProjectId } from './navigation/params.ts'
import { objectPath, projectPath } from './navigation/paths.ts'
import { ProjectsPage } from './pages/projects/Page.tsx'
import { TracesPage } from './pages/traces/Page.tsx'

interface Preloaded {
  readonly preload: () => Promise<void>
}

/** A page of a project, by its address below `/:entity/:project`. Each is fetched when first visited. */
const PAGES: readonly { readonly path: string; readonly page: ComponentType & Partial<Preloaded> }[] = [
  { path: '/weave/calls/:id', page: later(() => import('./pages/trace/Page.tsx')) },
  { path: '/r/call/:id', page: later(() => import('./pages/trace/Page.tsx')) },
  { path: '/weave/compare', page: later(() => import('./pages/compare/Page.tsx')) },
  { path: '/weave/objects', page: later(() => import('./pages/objects/Page.tsx')) },
  { path: '/weave/objects/:name/versions/:digest', page: later(() => import('./pages/object/Page.tsx')) },
  { path: '/weave/ops/:name/versions/:digest', page: later(() => import('./pages/object/Page.tsx')) },
  { path: '/weave/datasets', page: later(() => import('./pages/datasets/Page.tsx')) },
  { path: '/weave/datasets/:name/versions/:digest', page: later(() => import('./pages/dataset/Page.tsx')) },
  { path: '/weave/evaluations', page: later(() => import('./pages/evaluations/Page.tsx')) },
  { path: '/weave/feedback', page: later(() => import('./pages/feedback/Page.tsx')) },
  { path: '/weave/costs', page: later(() => import('./pages/costs/Page.tsx')) },
  { path: '/weave/dashboard', page: later(() => import('./pages/dashboard/Page.tsx')) },
  { path: '/weave/threads', page: later(() => import('./pages/threads/Page.tsx')) },
  { path: '/weave/agents/conversations/:id', page: later(() => import('./pages/conversation/Page.tsx')) },
  { path: '/weave/leaderboards/:name', page: () => <ToObject /> },
  { path: '/weave/settings', page: later(() => import('./pages/settings/Page.tsx')) },
  // The first page most people see comes with the app.
  { path: '/weave/traces', page: TracesPage },
]

const AuthorizePage = later(() => import('./pages/authorize/Page.tsx'))

/** Fetches the page of an address before it is drawn. Where that fails, the page says so. */
export async function preloadPage(address: string): Promise<void> {
  const [, , , ...below] = address.split('/')
  const found = PAGES.find(({ path }) => isMatch(path.split('/').slice(1), below))
  await found?.page.preload?.().catch(() => {})
}

const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => part.startsWith(':') || part === segments[index])

export function Routes() {
  return (
    <Switch>
      <Route path="/" component={ProjectsPage} />
      <Route path="/signin">
        <Redirect to="/" replace />
      </Route>
      <Route path="/authorize" component={AuthorizePage} />
      {PAGES.map(({ path, page }) => (
        <Route key={path} path={`/:entity/:project${path}`} component={page} />
      ))}
      <Route path="/:entity/:project" component={ToTraces} />
      <Route path="/:entity/:project/weave" component={ToTraces} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}

const ToTraces = () => <Redirect to={projectPath(useProjectId())} replace />

/** A leaderboard is an object like any other. */
const ToObject = () => <Redirect to={objectPath(useProjectId(), usePathParam('name'), 'latest')} replace />

const NotFoundPage = () => (
  <EmptyState title="There is no such page" icon="search">
    The address may be mistyped, or the page may have moved.
  </EmptyState>
)
