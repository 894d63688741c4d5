import { renderOwnPage } from '../respond/own-page.ts'

const STYLE = `body { max-width: 46rem; margin: 3rem auto }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.fingerprint { word-break: break-all; font-family: ui-monospace, monospace; font-size: .85rem }
a.button { display: inline-block; background: var(--link); color: var(--on-link); padding: .5rem 1rem; border-radius: 6px; text-decoration: none; margin: 0 .5rem .5rem 0 }
#check { border-left: 4px solid var(--quiet); padding: .4rem .9rem; background: var(--code) }`

/** A page of the proxy itself around its body; both texts are HTML. */
export function renderFrame(title: string, body: string): string {
  return renderOwnPage(title, STYLE, body)
}
