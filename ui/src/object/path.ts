import { objectPath, opPath } from '../navigation/paths.ts'

export interface VersionName {
  readonly projectId: string
  readonly kind: 'object' | 'op'
  readonly name: string
  readonly digest: string
}

/** The page of a version. */
export const versionPath = ({ projectId, kind, name, digest }: VersionName): string =>
  (kind === 'op' ? opPath : objectPath)(projectId, name, digest)
