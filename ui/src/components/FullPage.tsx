import type { ReactNode } from 'react'
import styles from './FullPage.module.css'

/** A page as high as the window, whose last part takes the height that is left by its header and by errors. */
export const FullPage = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
)
