import type { InspectionReason } from '../model/inspection-status.ts'
import type { EnforcedAction, Interaction } from '../model/interaction.ts'

const UPGRADE: InspectionReason = 'unsupported_upgrade'

type Counted = Pick<Interaction, 'enforced_action' | 'policy_decisions'> & {
  /** As JSON where an engine keeps it so. */
  readonly content_metadata: Interaction['content_metadata'] | string
}

/**
 * What an interaction is counted as. A protocol upgrade that was refused because nobody can inspect it held no prompt, and its client goes
 * on over plain HTTP: to count it as blocked would tell of a block that never was.
 */
export function countedAction(interaction: Counted): EnforcedAction {
  return interaction.enforced_action === 'block' && isRefusedUpgrade(interaction) ? 'log' : interaction.enforced_action
}

/** Refused by WEIR_FAIL_MODE; not by a policy, which refuses whatever is said on it. */
export function isRefusedUpgrade({ enforced_action, policy_decisions, content_metadata }: Counted): boolean {
  return (
    enforced_action === 'block' &&
    isUpgrade(content_metadata) &&
    !policy_decisions.some(({ action }) => action === 'block')
  )
}

/** Whether what was asked for is another protocol, such as WebSocket, that the proxy does not inspect. */
export function isUpgrade(metadata: Counted['content_metadata']): boolean {
  // The word alone spares nearly all of them the parsing.
  if (typeof metadata === 'string') return metadata.includes(UPGRADE) && isUpgrade(JSON.parse(metadata))
  const { inspection } = metadata
  return (
    typeof inspection === 'object' && inspection !== null && 'reason' in inspection && inspection.reason === UPGRADE
  )
}
