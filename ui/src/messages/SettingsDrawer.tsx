import type { CallMessages } from '@heddle/contract/messages'
import { pluralize } from '../format/number.ts'
import { formatPreview } from '../format/preview.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import styles from './Messages.module.css'
import { Value } from './Part.tsx'

/** What the model was given besides messages: its settings, and the tools it could call. Closed at first. */
export function SettingsDrawer({ tools, settings }: Pick<CallMessages, 'tools' | 'settings'>) {
  const hasSettings = Object.keys(settings).length > 0
  if (tools.length === 0 && !hasSettings) return null
  return (
    <details className={styles.drawer}>
      <summary>
        {[
          ...(tools.length > 0 ? [pluralize(tools.length, 'tool')] : []),
          ...(hasSettings ? [formatPreview(settings, 80)] : []),
        ].join(' · ')}
      </summary>
      {hasSettings && <Value label="Settings" value={settings} />}
      {tools.map(({ name, description, parameters }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and tools never move.
        <section key={at} className={styles.toolCard}>
          <div className={styles.toolName}>{name}</div>
          {description !== undefined && <Markdown text={description} clip={600} />}
          {parameters !== undefined && <Value label={`Parameters of ${name}`} value={parameters} />}
        </section>
      ))}
    </details>
  )
}
