import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { InteractionRecord } from '../../core/model/interaction.ts'
import { type Sender, tellSender } from '../store/new-names.ts'

/** A service records with a clock that is wrong: nothing is lost, and its times are those of arrival. */
export function clockAlert(sender: Sender, inputs: readonly InteractionRecord[]): AlertCandidate {
  const { title, user_id } = tellSender(sender)
  return {
    type: 'clock_jump',
    severity: 'high',
    title: `The clock of ${title.replace('A person', 'a person')} is wrong`.slice(0, 300),
    description:
      `It dated a record ${inputs[0]?.timestamp}. Such records are dated by their arrival, and keep what was sent in ` +
      'content_metadata.reported_timestamp. Set its clock.',
    interaction_id: null,
    user_id,
    platform_id: null,
    policy_ids: [],
    count: inputs.length,
    about: sender.id,
  }
}
