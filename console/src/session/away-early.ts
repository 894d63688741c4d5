/** What is said where not even the messages could be loaded (ui/Away.tsx says it otherwise). */
const WORDS = {
  en: [
    'Weir does not answer',
    'Part of the console could not be loaded. It is loaded again as soon as Weir answers.',
    'Try again',
  ],
  fr: [
    'Weir ne répond pas',
    'Une partie de la console n’a pas pu être chargée. Elle le sera dès que Weir répondra.',
    'Réessayer',
  ],
} as const
const RETRY_MS = 5000

/** Shows a page that loads the console again when it is there, in place of an empty one. */
export function sayAway(): void {
  const [title, help, again] = WORDS[navigator.language.startsWith('fr') ? 'fr' : 'en']
  const page = document.createElement('main')
  page.className = 'door'
  const box = element('div', 'state')
  box.role = 'alert'
  const button = element('button', 'button', again)
  button.onclick = () => void loadIfThere()
  box.append(element('h1', '', title), element('p', '', help), button)
  page.append(box)
  document.getElementById('root')?.replaceChildren(page)
  setInterval(loadIfThere, RETRY_MS)
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** Where nothing answers, a load would leave the browser's own page: this one stays, and asks again. */
async function loadIfThere(): Promise<void> {
  const signal = AbortSignal.timeout(RETRY_MS)
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  if (answer?.ok === true) location.reload()
}
