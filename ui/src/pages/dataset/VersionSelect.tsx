import { useLocation } from 'wouter'
import { useVersions } from '../../api/objects.ts'
import { Select } from '../../components/Field.tsx'
import { datasetPath } from '../../navigation/paths.ts'

interface VersionSelectProps {
  readonly projectId: string
  readonly name: string
  readonly digest: string | undefined
}

export function VersionSelect({ projectId, name, digest = '' }: VersionSelectProps) {
  const { data: versions = [] } = useVersions(projectId, name)
  const [, navigate] = useLocation()
  const options = versions.map((each) => ({
    value: each.digest,
    label: `v${each.version_index}${each.is_latest === 1 ? ' (latest)' : ''}`,
  }))
  return (
    <Select
      label="Version"
      options={options}
      value={digest}
      onChange={(chosen) => navigate(datasetPath(projectId, name, chosen))}
    />
  )
}
