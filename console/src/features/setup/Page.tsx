import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Steps } from './Steps.tsx'
import { useSteps } from './use-steps.ts'

/** The first steps, which tick themselves from what is there. */
export function SetupPage() {
  return useCan('settings') ? <Setup /> : <Forbidden title={t('nav.setup')} />
}

function Setup() {
  const steps = useSteps()
  const done = steps.filter(({ isDone }) => isDone === true).length
  return (
    <>
      <PageHead title={t('nav.setup')} sentence={t('setup.sentence', { done, all: steps.length })} />
      <Steps steps={steps} />
    </>
  )
}
