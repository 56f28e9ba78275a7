import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { EmptyState } from './components/EmptyState.tsx'
import { SkeletonLines } from './components/Skeleton.tsx'
import { usePathParam } from './navigation/path-param.ts'
import { objectPath, projectPath } from './navigation/paths.ts'
import { useProjectId } from './navigation/project.ts'
import { ProjectsPage } from './pages/projects/Page.tsx'
import { TracesPage } from './pages/traces/Page.tsx'

/** A page of a project, by its address below `/:entity/:project`. Each is fetched when first visited. */
const PAGES: readonly { readonly path: string; readonly page: ComponentType }[] = [
  { path: '/weave/calls/:id', page: lazy(() => import('./pages/trace/Page.tsx')) },
  { path: '/r/call/:id', page: lazy(() => import('./pages/trace/Page.tsx')) },
  { path: '/weave/compare', page: lazy(() => import('./pages/compare/Page.tsx')) },
  { path: '/weave/objects', page: lazy(() => import('./pages/objects/Page.tsx')) },
  { path: '/weave/objects/:name/versions/:digest', page: lazy(() => import('./pages/object/Page.tsx')) },
  { path: '/weave/ops/:name/versions/:digest', page: lazy(() => import('./pages/object/Page.tsx')) },
  { path: '/weave/datasets', page: lazy(() => import('./pages/datasets/Page.tsx')) },
  { path: '/weave/datasets/:name/versions/:digest', page: lazy(() => import('./pages/dataset/Page.tsx')) },
  { path: '/weave/evaluations', page: lazy(() => import('./pages/evaluations/Page.tsx')) },
  { path: '/weave/feedback', page: lazy(() => import('./pages/feedback/Page.tsx')) },
  { path: '/weave/costs', page: lazy(() => import('./pages/costs/Page.tsx')) },
  { path: '/weave/dashboard', page: lazy(() => import('./pages/dashboard/Page.tsx')) },
  { path: '/weave/threads', page: lazy(() => import('./pages/threads/Page.tsx')) },
  { path: '/weave/agents/conversations/:id', page: lazy(() => import('./pages/conversation/Page.tsx')) },
  { path: '/weave/leaderboards/:name', page: () => <ToObject /> },
  { path: '/weave/settings', page: lazy(() => import('./pages/settings/Page.tsx')) },
  // The first page most people see comes with the app.
  { path: '/weave/traces', page: TracesPage },
]

const AuthorizePage = lazy(() => import('./pages/authorize/Page.tsx'))

export function Routes() {
  return (
    <Suspense fallback={<SkeletonLines />}>
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
    </Suspense>
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
