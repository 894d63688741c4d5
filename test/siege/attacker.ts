import { readFileSync } from 'node:fs'
import { ATTACKS } from './attacks.ts'

/*
 * A process of its own, so that the services and the prober beside it are not slowed down: carries out one attack, says so, and goes when its
 * standard input ends. Arguments: the attack, its size, the proxy's port and the file of its CA.
 */

const [name = '', size = '', port = '', caFile = ''] = process.argv.slice(2)
const attack = ATTACKS.find((one) => one.name === name)
if (attack === undefined) throw new Error(`there is no attack ${name}`)
process.stdin.resume().once('end', () => process.exit(0))
const said = await attack.run({ proxyPort: Number(port), ca: readFileSync(caFile, 'utf8') }, Number(size))
process.stdout.write(`${said}\n`)
