import { etagOf } from '../http/etag.ts'
import type { ConsoleFile } from './files.ts'

const TEXT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Weir</title>
  </head>
  <body>
    <h1>Weir runs. Its console has not been built.</h1>
    <p>The proxy and the API work without it. <code>npm start</code> builds it in its first minute: reload this page then.</p>
    <p>
      If the page stays as it is, the terminal of <code>npm start</code> says why: usually the package registry could not
      be reached. Where the API is started in another way, build it with
      <code>node bin/launch.mjs --console</code>.
    </p>
    <p><a href="/docs">The API and its documentation</a></p>
  </body>
</html>
`

/** What is shown in place of a console that was not built. */
export const UNBUILT: ConsoleFile = {
  contentType: 'text/html; charset=utf-8',
  plain: Buffer.from(TEXT),
  brotli: undefined,
  etag: etagOf(TEXT),
}
