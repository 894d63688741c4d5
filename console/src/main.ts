import { askFirst } from './api/early.ts'
import { loadLanguage } from './i18n/language.ts'
import { sayAway } from './session/away-early.ts'
import { applyTheme } from './session/preferences.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ui.css'
import './styles/shell.css'
import './styles/forced.css'

/**
 * To run the rest takes a slow machine longer than a near server takes to say who this is: what the page shows is asked for
 * first where that is so.
 */
const NEAR_MS = 50

applyTheme()
// The server is asked who this is, and what their first page shows, while the messages and the code come.
const asked = askFirst()
const near = Promise.race([asked, new Promise((resolve) => setTimeout(resolve, NEAR_MS))])
// Not awaited here: that file imports this one's modules, and would wait for it.
void Promise.all([near.then(() => import('./app/start.tsx')), loadLanguage()])
  .then(([{ start }]) => start(asked))
  .catch(sayAway)
