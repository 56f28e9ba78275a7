import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Icon } from '../../../components/icons.tsx'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Why the call failed. The last line of a stack says what, the ones before it where. */
export function ExceptionTab({ call }: TabProps) {
  const text = call.exception ?? ''
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return (
    <div className={styles.stack}>
      <p className={styles.fault}>
        <Icon name="error" /> {last}
      </p>
      <CodeBlock title="Stack" code={text} />
    </div>
  )
}
