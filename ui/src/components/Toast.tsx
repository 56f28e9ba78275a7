import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { errorMessage } from '../format/error-message.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'
import styles from './Toast.module.css'

interface Toasts {
  /** Shows a success message. */
  readonly done: (text: string) => void
  /** Shows what failed and why. */
  readonly failed: (what: string, error: unknown) => void
}

interface Toast {
  readonly id: number
  readonly tone: 'good' | 'bad'
  readonly text: string
}

const VISIBLE_MS = { good: 4000, bad: 10_000 }

const ToastContext = createContext<Toasts>({ done: () => {}, failed: () => {} })

export const useToast = (): Toasts => use(ToastContext)

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([])
  const remove = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), [])

  const toasts = useMemo(() => {
    let lastId = 0
    const show = (tone: Toast['tone'], text: string) => {
      const id = ++lastId
      setShown((all) => [...all, { id, tone, text }])
      setTimeout(() => remove(id), VISIBLE_MS[tone])
    }
    return {
      done: (text: string) => show('good', text),
      failed: (what: string, error: unknown) => show('bad', `${what}: ${errorMessage(error)}`),
    }
  }, [remove])

  return (
    <ToastContext value={toasts}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {shown.map(({ id, tone, text }) => (
          <div key={id} className={classes(styles.toast, styles[tone])}>
            <Icon name={tone === 'good' ? 'check' : 'error'} />
            <span>{text}</span>
            <IconButton label="Dismiss" icon="close" size="small" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
