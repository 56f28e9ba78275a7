import type { ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { EmptyState } from './components/EmptyState.tsx'
import { lazyComponent } from './components/lazy-component.tsx'
import { usePageTitle } from './navigation/page-title.ts'
import { usePathParam, useProjectId } from './navigation/params.ts'
import { objectPath, projectPath } from './navigation/paths.ts'
import { ProjectsPage } from './pages/projects/Page.tsx'
import { TracesPage } from './pages/traces/Page.tsx'

interface Preloaded {
  readonly preload: () => Promise<void>
}

/** A page of a project, by its path below `/:entity/:project`. Pages are loaded on first visit. */
const PAGES: readonly { readonly path: string; readonly page: ComponentType & Partial<Preloaded> }[] = [
  { path: '/weave/calls/:id', page: lazyComponent(() => import('./pages/trace/Page.tsx')) },
  { path: '/r/call/:id', page: lazyComponent(() => import('./pages/trace/Page.tsx')) },
  { path: '/weave/compare', page: lazyComponent(() => import('./pages/compare/Page.tsx')) },
  { path: '/weave/objects', page: lazyComponent(() => import('./pages/objects/Page.tsx')) },
  {
    path: '/weave/objects/:name/versions/:digest',
    page: lazyComponent(() => import('./pages/object/Page.tsx')),
  },
  { path: '/weave/ops/:name/versions/:digest', page: lazyComponent(() => import('./pages/object/Page.tsx')) },
  { path: '/weave/datasets', page: lazyComponent(() => import('./pages/datasets/Page.tsx')) },
  {
    path: '/weave/datasets/:name/versions/:digest',
    page: lazyComponent(() => import('./pages/dataset/Page.tsx')),
  },
  { path: '/weave/evaluations', page: lazyComponent(() => import('./pages/evaluations/Page.tsx')) },
  { path: '/weave/feedback', page: lazyComponent(() => import('./pages/feedback/Page.tsx')) },
  { path: '/weave/costs', page: lazyComponent(() => import('./pages/costs/Page.tsx')) },
  { path: '/weave/dashboard', page: lazyComponent(() => import('./pages/dashboard/Page.tsx')) },
  { path: '/weave/sql', page: lazyComponent(() => import('./pages/sql/Page.tsx')) },
  { path: '/weave/threads', page: lazyComponent(() => import('./pages/threads/Page.tsx')) },
  { path: '/weave/users', page: lazyComponent(() => import('./pages/users/Page.tsx')) },
  {
    path: '/weave/agents/conversations/:id',
    page: lazyComponent(() => import('./pages/conversation/Page.tsx')),
  },
  { path: '/weave/leaderboards/:name', page: () => <ToObject /> },
  { path: '/weave/settings', page: lazyComponent(() => import('./pages/settings/Page.tsx')) },
  // Not lazy: it is the first page most users see.
  { path: '/weave/traces', page: TracesPage },
]

const AuthorizePage = lazyComponent(() => import('./pages/authorize/Page.tsx'))

/** Preloads the page of a URL. Errors are shown when the page renders. */
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

/** A leaderboard is shown on the page of its object. */
const ToObject = () => <Redirect to={objectPath(useProjectId(), usePathParam('name'), 'latest')} replace />

function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <EmptyState title="Page not found" icon="search">
      The URL may be wrong, or the page may have moved.
    </EmptyState>
  )
}
