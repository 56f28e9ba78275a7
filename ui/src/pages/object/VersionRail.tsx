import type { ObjectRecord } from '@heddle/contract/objects'
import { Link } from 'wouter'
import { Chip } from '../../components/Chip.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import styles from './Page.module.css'

interface VersionRailProps {
  readonly versions: readonly ObjectRecord[]
  readonly selected: string | undefined
  readonly hrefOf: (digest: string) => string
}

/** All versions, newest first. */
export function VersionRail({ versions, selected, hrefOf }: VersionRailProps) {
  return (
    <nav className={styles.rail} aria-label="Versions">
      <h2 className={styles.title}>
        {versions.length} {versions.length === 1 ? 'version' : 'versions'}
      </h2>
      <ol>
        {versions.map(({ digest, version_index, created_at, tags, aliases }) => (
          <li key={digest}>
            <Link
              href={hrefOf(digest)}
              className={styles.version}
              aria-current={digest === selected ? 'page' : undefined}
            >
              <span className={styles.line}>
                <strong>v{version_index}</strong>
                <span className={styles.time}>
                  <TimeAgo at={created_at} />
                </span>
              </span>
              {((aliases?.length ?? 0) > 0 || (tags?.length ?? 0) > 0) && (
                <span className={styles.versionLabels}>
                  {aliases?.map((alias) => (
                    <Chip key={`alias ${alias}`} tone="accent">
                      {alias}
                    </Chip>
                  ))}
                  {tags?.map((tag) => (
                    <Chip key={`tag ${tag}`} icon="tag">
                      {tag}
                    </Chip>
                  ))}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
