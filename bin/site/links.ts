import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * What is wrong with the links of a built site: files and anchors that are not there, and anything that a browser would
 * load from elsewhere.
 * @param base the path that the site is served at, with a slash at both ends
 */
export function brokenLinks(folder: string, base = '/'): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const pages = new Map(
    files.filter((name) => name.endsWith('.html')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const anchors = new Map([...pages].map(([name, html]) => [name, anchorsOf(html)]))
  const wrong = new Set<string>()
  for (const [name, html] of pages) {
    for (const [tag, element = '', attributes = ''] of html.matchAll(/<(\w+)((?:\s[^<>]*)?)>/g)) {
      for (const [, attribute = '', value = ''] of attributes.matchAll(/\s(href|src|srcset|action)="([^"]*)"/g)) {
        const problem = problemOf({ element, attribute, value: decoded(value), name })
        if (problem !== undefined) wrong.add(`${name}: ${problem} (${tag.slice(0, 120)})`)
      }
    }
  }
  return [...wrong]

  function problemOf(link: { element: string; attribute: string; value: string; name: string }): string | undefined {
    const { element, attribute, value } = link
    if (/^(?:[a-z]+:)?\/\//i.test(value)) {
      return element === 'a' && attribute === 'href' ? undefined : `${value} is loaded from elsewhere`
    }
    if (/^(?:mailto|data):/.test(value)) return undefined
    const [path = '', anchor = ''] = value.split('#')
    const target = path === '' ? link.name : placeOf(path, link.name)
    if (target === undefined) return `${value} leads out of the site`
    if (!existsSync(join(folder, target)) || statSync(join(folder, target)).isDirectory())
      return `${value} leads nowhere`
    if (anchor !== '' && anchors.get(target)?.has(decodeURIComponent(anchor)) !== true)
      return `${value} has no such anchor`
    return undefined
  }

  function placeOf(path: string, name: string): string | undefined {
    if (path.startsWith('/') && !path.startsWith(base)) return undefined
    const place = path.startsWith('/')
      ? path.slice(base.length)
      : posix.normalize(posix.join(posix.dirname(name), path))
    return place === '' || place.endsWith('/') ? `${place}index.html` : decodeURIComponent(place)
  }
}

const anchorsOf = (html: string) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decoded(id)))
const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
