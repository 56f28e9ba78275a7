import { Link } from 'wouter'
import { buttonClass } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { projectPath } from '../navigation/paths.ts'

interface MissingVersionProps {
  readonly projectId: string
  readonly name: string
  /** The version in the URL. */
  readonly digest: string
  /** The list that would have it. */
  readonly section: 'objects' | 'datasets'
}

/** In place of a version of an object that does not exist, or no longer. */
export function MissingVersion({ projectId, name, digest, section }: MissingVersionProps) {
  usePageTitle(name)
  return (
    <EmptyState
      title={digest === 'latest' ? `${name} not found` : `Version of ${name} not found`}
      icon="search"
      actions={
        <Link href={projectPath(projectId, section)} className={buttonClass('secondary')}>
          All {section}
        </Link>
      }
    >
      It may have been deleted, or the URL may be wrong.
    </EmptyState>
  )
}
