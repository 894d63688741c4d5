import { askFirst } from './api/early.ts'
import { loadLanguage } from './i18n/language.ts'
import { applyTheme } from './session/preferences.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ui.css'
import './styles/shell.css'
import './styles/forced.css'

applyTheme()
// A chunk that is gone: Weir was updated under an open page, which the same address finds again.
addEventListener('vite:preloadError', () => location.reload())
// The server is asked who this is, and what their first page shows, while the messages and the code come.
const asked = askFirst()
// Not awaited here: that file imports this one's modules, and would wait for it.
void Promise.all([import('./app/start.tsx'), loadLanguage()]).then(([{ start }]) => start(asked))
