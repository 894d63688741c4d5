/**
 * What every address of the proxy on a page lacks where the proxy asks who uses it; nothing where it does not. As HTML.
 * @param accountUrl of the person's own page in the console, which makes proxy tokens; undefined where the proxy asks nobody
 */
export function renderIdentityNote(accountUrl: string | undefined, url: string): string {
  if (accountUrl === undefined) return ''
  const address = url.replace('://', '://you%40example.com:wpt_...@')
  return `<p><strong>This proxy asks who uses it.</strong> Wherever its address is given to a program, as in <code>HTTPS_PROXY</code>, put your e-mail
address before it, with <code>%40</code> for the @, and your proxy token, which <a href="${accountUrl}">your account in the console</a> makes. Browsers ask for both.</p>
<pre>${address}</pre>
`
}
