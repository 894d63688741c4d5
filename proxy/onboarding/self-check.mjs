// @ts-nocheck The types of the project know no browser.
// Checks the browser that shows this page: whether it uses the proxy, and whether it trusts its CA. Only the proxy answers
// for weir.proxy; the name leads nowhere else.
const UNENCRYPTED = 'http://weir.proxy/check'
const ENCRYPTED = 'https://weir.proxy/check'

async function answers(url) {
  try {
    const answer = await fetch(url, { cache: 'no-store' })
    return (await answer.json()).weir === 'ok'
  } catch {
    return false
  }
}

async function check() {
  const isTrusted = await answers(ENCRYPTED)
  // A page that came encrypted may not ask without encryption, and came through the proxy.
  const isUsed = isTrusted || location.protocol === 'https:' || (await answers(UNENCRYPTED))
  if (isTrusted) return ['ok', 'This browser uses Weir and trusts its certificate authority.']
  if (isUsed)
    return [
      'untrusted',
      'This browser uses Weir, and does not trust its certificate authority yet: install the certificate, then start the browser again.',
    ]
  return ['unused', 'This browser does not use Weir: set the auto-configuration address, then start the browser again.']
}

const result = document.getElementById('check')
check().then(([state, sentence]) => {
  result.dataset.state = state
  result.textContent = sentence
})
