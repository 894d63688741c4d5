/**
 * Loaded before everything else (options.mjs). A module that imports node:http makes Node read all of its exports, and three of them,
 * which Weir does not use, load Node's own copy of undici: a hundred modules and two megabytes in each thread.
 */
const http = process.getBuiltinModule('node:http')
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) Reflect.deleteProperty(http, name)
