import { element } from './dom.mjs'

/** The token lives here and nowhere else: it is gone with the page. */
let token = ''

/** @returns {Record<string, string>} */
export function authorization() {
  return token === '' ? {} : { Authorization: `Bearer ${token}` }
}

/**
 * Where one signs in: with e-mail address and password, or with a token.
 * @param {import('./dom.mjs').Element} place
 * @param {string} base the address that paths of the document are under
 */
export function showSession(place, base) {
  const status = element('p', { role: 'status', class: 'status' })
  const email = element('input', { type: 'email', name: 'email', autocomplete: 'username', required: true })
  const password = element('input', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  const given = element('input', { type: 'password', name: 'token', autocomplete: 'off', required: true })

  const byPassword = element(
    'form',
    { class: 'sign-in', onsubmit: submit(logIn) },
    labelled('E-mail address', email),
    labelled('Password', password),
    element('button', {}, 'Sign in'),
  )
  const byToken = element(
    'form',
    { class: 'sign-in', onsubmit: submit(takeToken) },
    labelled('Or a token', given),
    element('button', {}, 'Use it'),
  )
  const panel = element(
    'details',
    { class: 'session' },
    element('summary', {}, 'Sign in'),
    element('div', { class: 'panel' }, byPassword, byToken, status),
  )
  const signedIn = element(
    'p',
    { class: 'session', hidden: true },
    element('span', { id: 'who' }),
    ' ',
    element('button', { type: 'button', onclick: signOut }, 'Sign out'),
  )
  place.append(panel, signedIn)

  async function logIn() {
    const body = JSON.stringify({ email: email.value, password: password.value })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${base}/auth/login`, { method: 'POST', headers, body })
    const answer = /** @type {any} */ (await response.json())
    if (!response.ok) throw new Error(answer.details?.[0]?.message ?? answer.error)
    begin(answer.token, `${answer.user.email} (${answer.user.role})`)
  }

  async function takeToken() {
    begin(given.value.trim(), 'Signed in with a token')
  }

  /**
   * @param {string} value
   * @param {string} who
   */
  function begin(value, who) {
    token = value
    password.value = ''
    given.value = ''
    status.textContent = ''
    signedIn.querySelector('#who').textContent = who
    panel.open = false
    panel.hidden = true
    signedIn.hidden = false
    signedIn.querySelector('button').focus()
  }

  function signOut() {
    token = ''
    signedIn.hidden = true
    panel.hidden = false
    panel.querySelector('summary').focus()
  }

  /** @param {() => Promise<void>} action */
  function submit(action) {
    return async (/** @type {any} */ event) => {
      event.preventDefault()
      status.textContent = 'One moment …'
      try {
        await action()
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : 'The server cannot be reached'
      }
    }
  }
}

/**
 * @param {string} text
 * @param {import('./dom.mjs').Element} control
 */
export function labelled(text, control) {
  return element('label', {}, element('span', {}, text), control)
}
