import { Dialog } from '../components/Dialog.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { useAllCommands } from './commands.ts'
import styles from './Keyboard.module.css'

/** All keyboard shortcuts of the current page. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const withKeys = useAllCommands().filter(({ keys }) => keys !== undefined)
  const groups = Map.groupBy(withKeys, ({ group }) => group)
  return (
    <Dialog title="Keyboard shortcuts" size="wide" onClose={onClose}>
      <div className={styles.groups}>
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {commands.map(({ id, title, keys }) => (
                <div key={id} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    <Kbd keys={keys ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
