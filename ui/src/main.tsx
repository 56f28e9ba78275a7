import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { preloadPage } from './routes.tsx'
import { followTheme } from './theme/theme.ts'

followTheme()
preloadPage(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
