import { Link } from 'wouter'
import { parseRef, refPath } from '../navigation/ref.ts'

interface RefLinkProps {
  readonly of: string
  readonly className?: string | undefined
  /** Whether to show the version, where the context does not. */
  readonly withVersion?: boolean
}

const DIGEST_CHARACTERS = 8

/** A link with the name of the ref's target; plain text if it is not a ref. */
export function RefLink({ of, className, withVersion = false }: RefLinkProps) {
  const ref = parseRef(of)
  const href = ref && refPath(ref)
  if (!ref || href === undefined) return <span className={className}>{of || '–'}</span>
  const version = withVersion && ref.digest !== '' ? `:${ref.digest.slice(0, DIGEST_CHARACTERS)}` : ''
  return (
    <Link href={href} className={className} title={of}>
      {ref.name}
      {version}
    </Link>
  )
}
