/** Where a proxy token is made, if the proxy asks for one. */
export interface Identity {
  /** The person's own page of the console. */
  readonly account: string
}

/** What every address of the proxy on a page lacks where the proxy asks who uses it; nothing where it does not. As HTML. */
export function renderIdentityNote(identity: Identity | undefined, url: string): string {
  if (identity === undefined) return ''
  const address = url.replace('://', '://you%40example.com:wpt_...@')
  return `<p><strong>This proxy asks who uses it.</strong> Wherever its address is given to a program, as in <code>HTTPS_PROXY</code>, put your e-mail
address before it, with <code>%40</code> for the @, and your proxy token, which <a href="${identity.account}">your account in the console</a> makes. Browsers ask for both.</p>
<pre>${address}</pre>
`
}
