import type { ObjectRecord } from '@heddle/contract/objects'
import { Link, useLocation } from 'wouter'
import {
  type LabelChange,
  useLabelVersion,
  useObjectVersion,
  useVersions,
  type VersionWithText,
} from '../../api/objects.ts'
import { isNotFound } from '../../api/query-client.ts'
import { buttonClass } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { usePathParam, useProjectId } from '../../navigation/params.ts'
import { datasetPath, projectPath } from '../../navigation/paths.ts'
import { classOf, groupOf, iconOf } from '../../object/class.ts'
import { MissingVersion } from '../../object/MissingVersion.tsx'
import { refOf, versionPath } from '../../object/ref.ts'
import { AliasMenus } from './AliasMenu.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { LabelEditor } from './LabelEditor.tsx'
import styles from './Page.module.css'
import { VersionRail } from './VersionRail.tsx'
import { VersionView } from './VersionView.tsx'

/** An object or op: versions on the left, the selected one on the right. */
export default function ObjectPage() {
  const projectId = useProjectId()
  const name = usePathParam('name')
  const { data: versions = [] } = useVersions(projectId, name)
  const wanted = usePathParam('digest')
  const query = useObjectVersion(projectId, name, wanted)
  const { data: version } = query
  const [, navigate] = useLocation()
  if (!version && isNotFound(query.error))
    return <MissingVersion projectId={projectId} name={name} digest={wanted} section="objects" />
  if (!version)
    return (
      <Loaded what={name} queries={[query]}>
        <SkeletonLines />
      </Loaded>
    )

  const hrefOf = (digest: string) => versionPath({ projectId, kind: version.kind, name, digest })
  return (
    <FullPage>
      <Head
        projectId={projectId}
        version={version}
        versions={versions}
        hrefOf={hrefOf}
        onDeleted={(what) =>
          navigate(
            what === 'all' || versions.length < 2 ? projectPath(projectId, 'objects') : hrefOf('latest'),
          )
        }
      />
      <Loaded what={name} queries={[query]}>
        <div className={styles.body}>
          <VersionRail versions={versions} selected={version.digest} hrefOf={hrefOf} />
          <div className={styles.view}>
            <VersionView
              projectId={projectId}
              version={version}
              versions={versions}
              onVersion={(digest, search, options) =>
                navigate(`${hrefOf(digest)}${search === '' ? '' : `?${search}`}`, options)
              }
            />
          </div>
        </div>
      </Loaded>
    </FullPage>
  )
}

interface HeadProps {
  readonly projectId: string
  readonly version: VersionWithText
  readonly versions: readonly ObjectRecord[]
  readonly hrefOf: (digest: string) => string
  readonly onDeleted: (what: 'version' | 'all') => void
}

function Head({ projectId, version, versions, hrefOf, onDeleted }: HeadProps) {
  const { object_id: name, digest, version_index } = version
  const labelling = useLabelVersion(projectId, name, digest)
  const toast = useToast()
  const labels = versions.find((each) => each.digest === digest)
  const label = (change: LabelChange) =>
    labelling.mutate(change, { onError: (error) => toast.failed('Could not update labels', error) })
  const aside = (
    <span className={styles.aside}>
      <Chip icon={iconOf(version)}>{classOf(version)}</Chip>
      <Chip>v{version_index}</Chip>
      <LabelEditor
        projectId={projectId}
        tags={labels?.tags ?? []}
        aliases={labels?.aliases ?? []}
        onChange={label}
      />
      <AliasMenus
        projectId={projectId}
        versions={versions}
        selected={digest}
        hrefOf={hrefOf}
        onMove={(name) => label({ kind: 'set-alias', name })}
      />
    </span>
  )
  const actions = (
    <>
      {groupOf(version) === 'datasets' && (
        <Link href={datasetPath(projectId, name, digest)} className={buttonClass('secondary')}>
          View rows
        </Link>
      )}
      <CopyButton text={refOf(version)} label="Copy ref" />
      <DeleteButton projectId={projectId} name={name} version={version} onDeleted={onDeleted} />
    </>
  )
  return <PageHeader title={name} aside={aside} actions={actions} />
}
