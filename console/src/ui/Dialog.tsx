import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n/language.ts'
import { failureOf } from '../wire/failure.ts'
import { Problem, remedyOf } from './States.tsx'
import { toast } from './toasts.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** What closing it without the action is called, where that undoes nothing. */
  readonly leave?: string
  /** What is done if it is agreed to. */
  readonly action?: {
    readonly label: string
    /** Once it is done the dialog closes; what it throws is shown in the dialog, which stays. */
    readonly run: () => Promise<unknown>
    readonly danger?: boolean
    /** Something is still to be filled in. */
    readonly disabled?: boolean
  }
}

/** A modal question: the browser keeps the focus in it and gives it back. */
export function Dialog({ title, children, onClose, leave = t('dialog.cancel'), action }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  async function submit(event: FormEvent) {
    if (action === undefined) return
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await action.run()
      dialog.current?.close()
    } catch (error) {
      // What lies behind the backdrop cannot be read; after the dialog was left there is nothing else.
      if (dialog.current === null) toast(remedyOf(failureOf(error)))
      else setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <form method="dialog" className="stack" onSubmit={(event) => void submit(event)}>
        <h2 id={id}>{title}</h2>
        {children}
        {problem !== undefined && <Problem error={problem} />}
        <div className="row">
          <span className="grow" />
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {action === undefined ? t('dialog.close') : leave}
          </button>
          {action !== undefined && (
            <button
              type="submit"
              className={action.danger === true ? 'button danger' : 'button primary'}
              disabled={isBusy || action.disabled}
            >
              {action.label}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
