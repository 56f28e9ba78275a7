import { CodeBlock } from '../../components/CodeBlock.tsx'
import styles from './Detail.module.css'
import { callSnippets } from './snippets.ts'
import type { TabProps } from './tab-props.ts'

/** How to get at the call from code. */
export function UseTab({ projectId, call }: TabProps) {
  return (
    <div className={styles.stack}>
      {callSnippets(window.location.origin, projectId, call.id).map((snippet) => (
        <CodeBlock key={snippet.title} {...snippet} />
      ))}
    </div>
  )
}
