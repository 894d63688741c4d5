import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { loadLanguage } from './i18n/language.ts'
import { applyTheme } from './session/preferences.ts'
import { renew } from './session/session.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ui.css'
import './styles/shell.css'
import './styles/forced.css'

applyTheme()
// The server is asked who this is while the messages come.
void renew()
// A chunk that is gone: Weir was updated under an open page, which the same address finds again.
addEventListener('vite:preloadError', () => location.reload())

await loadLanguage()
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
