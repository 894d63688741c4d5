// @ts-nocheck The types of the project know no browser.
// Runs first of all in the page of a web chat, and shows what the proxy tells the person (docs/decisions/0038). It leaves nothing in
// the page but, while there is a notice, one element with a closed shadow root. Text is only ever set as text.
;(() => {
  document.currentScript?.remove()
  const { EventSource, BroadcastChannel, fetch, setTimeout } = window
  if (window !== window.top || !EventSource || !BroadcastChannel || !CSSStyleSheet.prototype.replaceSync) return
  const path = '/.well-known/weir/'
  const name = 'weir-banner'
  const seen = new Set()
  const open = new Map()
  let hidden = []
  let channel, controller, source, host, list, retries

  // One page of a browser listens and tells the others.
  const start = () => {
    retries = 0
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }) => {
      if (data.closed) close(data.closed)
      else if (data.shown) take(data.shown)
      else if (data.sent) forget(data.sent)
      else receive(data)
    })
    controller = new AbortController()
    const { locks } = navigator
    if (!locks) listen()
    else {
      const { signal } = controller
      const lead = () =>
        new Promise((done) => {
          signal.addEventListener('abort', done)
          listen()
        })
      locks.request(name, { signal }, lead).catch(() => {})
    }
  }
  const stop = () => {
    controller?.abort()
    source?.close()
    channel?.close()
    source = channel = undefined
  }
  const listen = () => {
    if (!channel) return
    source = new EventSource(`${path}notices`)
    source.addEventListener('hello', () => {
      retries = 0
    })
    source.addEventListener('notice', (event) => {
      const notice = JSON.parse(event.data)
      channel?.postMessage(notice)
      receive(notice)
    })
    // A message that was not sent at first is sent now.
    source.addEventListener('sent', (event) => {
      const { sent } = JSON.parse(event.data)
      channel?.postMessage({ sent })
      forget(sent)
    })
    source.addEventListener('error', () => {
      // A browser that keeps no cookies, or a network without the proxy: not for ever.
      if (++retries > 6) source.close()
      else if (source.readyState === 2) setTimeout(listen, 5000 * 2 ** retries)
    })
  }

  const take = (id) => {
    seen.add(id)
    hidden = hidden.filter((notice) => notice.id !== id)
  }
  const forget = (prompt) => {
    hidden = hidden.filter(({ ask }) => ask?.prompt !== prompt)
    for (const [id, section] of open) if (section.asks === prompt) close(id)
  }
  const receive = (notice) => {
    if (seen.has(notice.id) || hidden.some(({ id }) => id === notice.id)) return
    hidden.push(notice)
    // Of several windows that can be seen, the one that is worked in.
    setTimeout(look, document.hasFocus() ? 0 : 400)
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    for (const notice of hidden.splice(0)) {
      if (seen.has(notice.id)) continue
      take(notice.id)
      channel?.postMessage({ shown: notice.id })
      show(notice)
    }
  }

  const css = `
:host{all:initial}
#list{position:fixed;z-index:2147483647;inset-block-start:12px;inset-inline-end:12px;inline-size:min(22rem,calc(100vw - 24px));max-block-size:calc(100vh - 24px);overflow:auto;font:14px/1.4 system-ui,sans-serif;pointer-events:none}
section{pointer-events:auto;box-sizing:border-box;margin:0 0 6px;padding:8px 12px;border:1px solid #8a6d00;border-inline-start-width:6px;border-radius:8px;background:#fffbe8;color:#1f1a00;box-shadow:0 2px 10px #0004}
section.block{border-color:#a11a1a;background:#fff2f1;color:#2a0705}
h2{margin:0;font-size:1em;font-weight:600;line-height:30px}
p{margin:0 0 4px;overflow-wrap:anywhere}
label{display:block;margin:0 0 4px;font-weight:600}
textarea{display:block;box-sizing:border-box;inline-size:100%;min-block-size:4.5em;margin:0 0 10px;padding:6px;font:inherit;color:#111;background:#fff;border:1px solid #555;border-radius:4px}
button{min-block-size:28px;padding:2px 10px;font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid currentcolor;border-radius:6px;cursor:pointer}
section>button{float:inline-end;margin-inline-start:8px}
button:focus-visible,textarea:focus-visible{outline:3px solid #0b57d0;outline-offset:2px}
@media(prefers-color-scheme:dark){section{background:#2b2600;color:#fff6cf;border-color:#d9b300}section.block{background:#3a0f0d;color:#ffe9e7;border-color:#ff8a80}button:focus-visible,textarea:focus-visible{outline-color:#a8c7fa}}
@media(prefers-reduced-motion:no-preference){section{animation:in .15s ease-out}@keyframes in{from{opacity:0;transform:translateY(-6px)}}}
@media(forced-colors:active){section{border-color:CanvasText}}
@media print{#list{display:none}}`
  const make = (tag, text, parent) => {
    const element = document.createElement(tag)
    if (text) element.textContent = text
    parent?.append(element)
    return element
  }
  const attach = () => {
    if (!host) {
      host = document.createElement('div')
      const root = host.attachShadow({ mode: 'closed' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets = [sheet]
      list = make('div', '', root)
      list.id = 'list'
    }
    if (!host.isConnected) document.documentElement.append(host)
  }
  const close = (id) => {
    open.get(id)?.remove()
    open.delete(id)
    if (open.size === 0) host?.remove()
  }
  const dismiss = (id) => {
    channel?.postMessage({ closed: id })
    close(id)
  }
  const show = (notice) => {
    attach()
    const section = make('section', '', list)
    section.className = notice.kind
    section.lang = notice.lang
    section.setAttribute('aria-label', notice.title)
    make('button', notice.dismiss, section).onclick = () => dismiss(notice.id)
    // A live region tells what comes into it, not what it was made with.
    const live = make('div', '', section)
    live.setAttribute('role', notice.kind === 'block' ? 'alert' : 'status')
    setTimeout(() => {
      make('h2', notice.title, live)
      make('p', notice.message, live)
    }, 50)
    section.asks = notice.ask?.prompt
    if (notice.ask) ask(notice, section)
    open.set(notice.id, section)
    if (open.size > 3) dismiss(open.keys().next().value)
  }
  const ask = ({ id, ask }, section) => {
    const form = make('form', '', section)
    const label = make('label', ask.label, form)
    const reason = make('textarea', '', form)
    label.htmlFor = reason.id = `reason-${id}`
    reason.maxLength = ask.max
    const result = make('p', '', form)
    result.setAttribute('role', 'status')
    const send = make('button', ask.send, form)
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      send.disabled = true
      try {
        const answer = await fetch(`${path}reasons`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: ask.token, reason: reason.value }),
        })
        result.textContent = (await answer.json()).message
        if (answer.ok) {
          label.remove()
          reason.remove()
          send.remove()
          section.querySelector('button').focus()
        }
      } catch {
        result.textContent = ask.failed
      }
      send.disabled = false
    })
  }

  // What is typed into the banner is not the page's business, which may take keys and the focus away from it.
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'focusin', 'focusout']) {
    window.addEventListener(
      type,
      (event) => {
        if (!host || event.target !== host) return
        if (type === 'keydown' && event.key === 'Escape') dismiss([...open.keys()].pop())
        event.stopImmediatePropagation()
      },
      true,
    )
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', stop)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) start()
  })
  if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true })
  else start()
})()
