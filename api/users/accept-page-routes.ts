import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preferredLanguage } from '../../core/preferred-language.ts'
import type { Route } from '../http/route.ts'
import { type StaticFile, staticRoute } from '../http/static-file.ts'

const FOLDER = join(import.meta.dirname, 'accept-page')
const PATH = '/accept-invitation'

type Language = 'en' | 'fr'
const LANGUAGES: readonly Language[] = ['en', 'fr']

/** The page that the link of an invitation opens: the token is in the fragment, which browsers send to no server. */
export function acceptPageRoutes(): Route[] {
  const pages: Readonly<Record<Language, StaticFile>> = { en: page('en'), fr: page('fr') }
  const script = { text: read('page.mjs'), contentType: 'text/javascript; charset=utf-8' }
  const style = { text: read('page.css'), contentType: 'text/css; charset=utf-8' }
  const part = (path: string, choose: Parameters<typeof staticRoute>[0]['choose']) =>
    staticRoute({ path, operation: 'getInvitationPage', summary: 'The page that accepts an invitation', choose })
  return [
    part(PATH, (headers) => pages[preferredLanguage(headers['accept-language'], LANGUAGES)]),
    part(`${PATH}/page.mjs`, () => script),
    part(`${PATH}/page.css`, () => style),
  ]
}

/** The page with its texts in place: `{{name}}` stands for the message of that name. */
function page(language: Language): StaticFile {
  const messages: Readonly<Record<string, string>> = JSON.parse(read(`${language}.json`))
  const text = read('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => escapeHtml(messages[name] ?? ''))
  const headers = { 'Content-Language': language, Vary: 'Accept-Language' }
  return { text, contentType: 'text/html; charset=utf-8', headers }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}
