import type { ObjectRecord } from '@heddle/contract/objects'
import { useLocation } from 'wouter'
import { useWriteAccess } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/Menu.tsx'

interface AliasMenusProps {
  readonly projectId: string
  readonly versions: readonly ObjectRecord[]
  /** Digest of the version on the page. */
  readonly selected: string
  readonly hrefOf: (digest: string) => string
  /** Moves an alias to the version on the page. */
  readonly onMove: (alias: string) => void
}

/** Aliases that point to other versions than the one on the page, and a way to move them here. */
export function AliasMenus({ projectId, versions, selected, hrefOf, onMove }: AliasMenusProps) {
  const [, navigate] = useLocation()
  const { disabled } = useWriteAccess(projectId)
  const here = versions.find(({ digest }) => digest === selected)
  const elsewhere = versions
    .filter(({ digest }) => digest !== selected)
    .flatMap(({ digest, version_index, aliases }) =>
      (aliases ?? [])
        .filter((alias) => alias !== 'latest')
        .map((alias) => ({ alias, digest, version: `v${version_index}` })),
    )
  return elsewhere.map(({ alias, digest, version }) => (
    <Menu
      key={alias}
      label={`Alias ${alias}`}
      trigger={(props) => (
        <Button {...props} size="small" variant="ghost" icon="tag">
          {alias} is {version}
        </Button>
      )}
      items={[
        {
          label: `Move ${alias} here, to v${here?.version_index}`,
          disabled,
          onSelect: () => onMove(alias),
        },
        { label: `Open ${version}`, onSelect: () => navigate(hrefOf(digest)) },
      ]}
    />
  ))
}
