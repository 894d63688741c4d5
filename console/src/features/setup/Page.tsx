import { useQuery } from '@tanstack/react-query'
import { setup } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Query } from '../../ui/States.tsx'
import { Steps } from './Steps.tsx'

/** The first steps, which tick themselves from what is there. */
export function SetupPage() {
  return useCan('settings') ? <FirstSteps /> : <Forbidden title={t('nav.setup')} />
}

function FirstSteps() {
  const query = useQuery(setup)
  const steps = query.data?.steps
  const done = steps?.filter((step) => step.done).length ?? 0
  return (
    <>
      <PageHead
        title={t('nav.setup')}
        sentence={steps === undefined ? undefined : t('setup.sentence', { done, all: steps.length })}
      />
      <Query query={query}>{({ steps: known }) => <Steps steps={known} />}</Query>
    </>
  )
}
