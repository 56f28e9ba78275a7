import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'
type Theme = 'light' | 'dark'

const STORED_AS = 'heddle.theme'
const CHANGED = 'heddle-theme-changed'

/** The chosen theme and the one in effect. Shared by all callers. */
export function useTheme(): { choice: ThemeChoice; theme: Theme } {
  const choice = useSyncExternalStore(subscribe, chosen)
  const theme = useSyncExternalStore(subscribe, () => themeOf(chosen()))
  return { choice, theme }
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(STORED_AS, choice)
  applyTheme()
  window.dispatchEvent(new Event(CHANGED))
}

/** Applies the theme, and follows changes of the system theme. */
export function followTheme(): void {
  applyTheme()
  systemIsDark().addEventListener('change', applyTheme)
}

function applyTheme(): void {
  document.documentElement.dataset.theme = themeOf(chosen())
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice
  return systemIsDark().matches ? 'dark' : 'light'
}

function chosen(): ThemeChoice {
  const stored = localStorage.getItem(STORED_AS)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(notify: () => void): () => void {
  const query = systemIsDark()
  query.addEventListener('change', notify)
  window.addEventListener(CHANGED, notify)
  return () => {
    query.removeEventListener('change', notify)
    window.removeEventListener(CHANGED, notify)
  }
}
