import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { followConnection } from './api/connection.ts'
import { explainCutText } from './components/cut-text.ts'
import { BASE_PATH } from './navigation/base-path.ts'
import { preloadPage } from './routes.tsx'
import { followTheme } from './theme/theme.ts'

followTheme()
followConnection()
explainCutText()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')

void preloadPage(window.location.pathname.slice(BASE_PATH.length)).then(() =>
  // Synchronously rather than after the first paint, so that requests start sooner.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)
