/* global db, rs, sleep, print -- of mongosh, which runs this at each start (deploy/compose/mongodb). */

/** Drivers go to this name, whatever else they were given: that of the service in docker-compose.yml. */
const HOST = 'mongodb:27017'
const ELECTION_MS = 60_000
const POLL_MS = 100

const folder = process.env.WEIR_SECRETS_FOLDER || '/run/secrets'
const password = require('fs').readFileSync(`${folder}/mongodb_password`, 'utf8').trim()

if (db.hello().setName === undefined) {
  rs.initiate({ _id: 'weir', members: [{ _id: 0, host: HOST }] })
  print('The replica set has been begun')
}
const deadline = Date.now() + ELECTION_MS
while (!db.hello().isWritablePrimary) {
  if (Date.now() > deadline) throw new Error(`The member has not become the primary in ${ELECTION_MS / 1000} seconds`)
  sleep(POLL_MS)
}

// No root user: the one that Weir uses has its own database and nothing else.
const weir = db.getSiblingDB('weir')
const rights = { pwd: password, roles: [{ role: 'readWrite', db: 'weir' }] }
if (weir.getUser('weir') === null) weir.createUser({ user: 'weir', ...rights })
else weir.updateUser('weir', rights)
