import { faultOf } from '../../call/preview.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Icon } from '../../components/icons.tsx'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Why the call failed. */
export function ExceptionTab({ call }: TabProps) {
  const text = call.exception ?? ''
  return (
    <div className={styles.stack}>
      <p className={styles.fault}>
        <Icon name="error" /> {faultOf(text)}
      </p>
      <CodeBlock title="Stack" code={text} />
    </div>
  )
}
