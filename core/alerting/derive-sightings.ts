import { nameOfAiService } from '../catalogue/ai-services.ts'
import type { Sighting } from '../model/sighting.ts'
import { certificateProblem } from '../network/certificate-problems.ts'
import type { AlertCandidate } from './candidate.ts'
import { addUp, newServiceAlert } from './derive.ts'

/**
 * What of these sightings administrators are to be told: a service whose TLS was refused, which no prompt reached, and one
 * that nobody has used before. That a known service is tunnelled is in the inventory.
 */
export function deriveSightingAlerts(
  sightings: readonly Sighting[],
  newPlatforms: readonly string[],
): AlertCandidate[] {
  return addUp([
    ...sightings.filter(({ kind }) => kind === 'handshake_failed').map(handshakeAlert),
    ...sightings.filter(({ kind }) => kind === 'client_passed').map(passedAlert),
    ...newPlatforms.map((platform) => newServiceAlert(platform, undefined, remarkOn(platform, sightings))),
  ])
}

function handshakeAlert({ platform_id, host, reason, count }: Sighting): AlertCandidate {
  const service = nameOfAiService(platform_id).name
  const where = host === undefined ? service : `${service} (${host})`
  const problem = certificateProblem(reason ?? '')
  const title =
    problem === undefined
      ? `The TLS handshake with ${where} failed: ${reason ?? 'unknown'}`
      : `The certificate of ${where} was refused: ${problem}`
  return {
    type: 'inspection_failed',
    severity: 'medium',
    title: title.slice(0, 300),
    description: 'Requests were refused before any part of them was sent.',
    interaction_id: null,
    user_id: null,
    platform_id,
    policy_ids: [],
    count,
  }
}

/** One a day for each host: each further client adds to its count. */
function passedAlert({ platform_id, host, reason, count }: Sighting): AlertCandidate {
  const where = host ?? platform_id
  return {
    type: 'inspection_failed',
    severity: 'high',
    title: `A client passes through to ${where} without inspection`.slice(0, 300),
    description:
      `It refuses the certificate (${reason ?? 'closed'}), and WEIR_AUTO_BYPASS lets it through for a time. Nothing that it sends there is ` +
      'inspected or recorded. Install the CA on it, add the host to WEIR_BYPASS_HOSTS, or switch WEIR_AUTO_BYPASS off.',
    interaction_id: null,
    user_id: null,
    platform_id,
    policy_ids: [],
    count,
    once: 'a day',
    about: `client_passed:${where}`,
  }
}

function remarkOn(platform: string, sightings: readonly Sighting[]): string {
  const tunnelled = sightings.find(({ platform_id, kind }) => platform_id === platform && kind === 'tunnelled')
  if (tunnelled === undefined) return ''
  const host = tunnelled.host === undefined ? '' : ` at ${tunnelled.host}`
  return `It was seen${host}, and its traffic is not decrypted. `
}
