// @ts-nocheck The types of the project know no browser.
/** As core/model/user.ts has them. */
const RULES = {
  length: (password) => password.length >= 12,
  case: (password) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  digit: (password) => /\d/.test(password),
}
const ANSWER_MS = 30_000

const byId = (id) => document.getElementById(id)
const [form, password, show, accept] = ['form', 'password', 'show', 'accept'].map(byId)
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

if (token === '') byId('incomplete').hidden = false
else {
  form.hidden = false
  byId('name').focus()
}

// Another invitation's link, opened in the same tab, changes nothing but the fragment.
addEventListener('hashchange', () => location.reload())

password.addEventListener('input', showRules)
show.addEventListener('click', () => {
  const isShown = password.type === 'password'
  password.type = isShown ? 'text' : 'password'
  show.setAttribute('aria-pressed', String(isShown))
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  submit()
})

function showRules() {
  for (const item of document.querySelectorAll('[data-rule]')) {
    const isMet = RULES[item.dataset.rule](password.value)
    item.classList.toggle('met', isMet)
    item.querySelector('[data-met]').hidden = !isMet
  }
}

async function submit() {
  if (accept.disabled) return
  showError(undefined)
  if (!Object.values(RULES).every((isMet) => isMet(password.value))) {
    showError('weak')
    password.focus()
    return
  }
  accept.disabled = true
  const { error, reason, user } = await send()
  if (user !== undefined) {
    await openSession(user)
    finish(user)
    return
  }
  accept.disabled = false
  byId('reason').textContent = reason ?? ''
  showError(error)
}

/** @returns the user; or which error to show, and for one without a text of its own the server's sentence */
async function send() {
  const name = byId('name').value.trim()
  try {
    const response = await fetch(`${apiRoot()}/auth/accept-invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: password.value, ...(name !== '' && { display_name: name }) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (response.status === 429) return { error: 'wait' }
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return { user: answer.user ?? {} }
    return errorOf(answer)
  } catch {
    return { error: 'unreachable' }
  }
}

/** The console that the page leads to knows the person already; where this fails, it asks once more for what was just chosen. */
async function openSession({ email, tenant_id }) {
  await fetch(`${apiRoot()}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-weir-console': '1' },
    body: JSON.stringify({ email, password: password.value, tenant_id }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined)
}

function errorOf({ error, details = [] }) {
  if (error === 'Invitation expired') return { error: 'expired' }
  if (error === 'Invitation not found, used already, or replaced by a newer one') return { error: 'used' }
  if (details.some(({ path }) => path === 'password')) return { error: 'weak' }
  return { error: 'other', reason: error }
}

/** Beside this page, wherever a proxy in front has put it. */
function apiRoot() {
  const root = location.pathname.replace(/\/accept-invitation\/?$/, '')
  return root.endsWith('/api/v1') ? root : `${root}/api/v1`
}

function showError(shown) {
  for (const element of document.querySelectorAll('[data-error]')) element.hidden = element.dataset.error !== shown
}

function finish({ email = '' }) {
  // The token is used up: neither it nor the password has a place here any more.
  history.replaceState(undefined, '', location.pathname)
  form.remove()
  byId('heading').remove()
  byId('address').textContent = email
  const console = byId('console')
  console.href = `${apiRoot().replace(/\/api\/v1$/, '')}/`
  console.textContent = console.href
  byId('api').textContent = `${location.origin}${apiRoot()}`
  const documentation = byId('documentation')
  documentation.textContent = documentation.href
  byId('done').hidden = false
  byId('done').focus()
}
