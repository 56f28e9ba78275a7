import { Link } from 'wouter'
import { parseRef, refPath } from '../navigation/ref.ts'

interface RefLinkProps {
  readonly of: string
  readonly className?: string | undefined
  /** Whether the version is said too: in a text where nothing else tells it. */
  readonly withVersion?: boolean
}

const DIGEST_CHARACTERS = 8

/** The name of what a ref points to, which leads there; what is no ref stays as it is. */
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
