import styles from './Kbd.module.css'

const SHORT: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** Keys to press in sequence: `g t`, `Ctrl+K`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {SHORT[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
