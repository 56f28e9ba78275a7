import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { preloadPage } from './routes.tsx'
import { followTheme } from './theme/theme.ts'

followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')

void preloadPage(window.location.pathname).then(() =>
  // At once, not when the browser has had its first paint: the page's requests are on their way sooner.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)
