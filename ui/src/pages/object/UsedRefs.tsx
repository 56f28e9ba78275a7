import { useMemo } from 'react'
import { RefLink } from '../../components/RefLink.tsx'
import { refPath } from '../../navigation/ref.ts'
import { refsIn } from '../../object/ref.ts'
import styles from './Page.module.css'

/** What a value refers to, each with a way there; nothing where it refers to nothing that has a page. */
export function UsedRefs({ valText }: { readonly valText: string }) {
  const refs = useMemo(() => refsIn(valText).filter(({ ref }) => refPath(ref) !== undefined), [valText])
  if (refs.length === 0) return null
  return (
    <section aria-label="Uses">
      <h3>Uses</h3>
      <ul className={styles.refs}>
        {refs.map(({ text }) => (
          <li key={text}>
            <RefLink of={text} withVersion />
          </li>
        ))}
      </ul>
    </section>
  )
}
