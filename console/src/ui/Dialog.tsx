import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../i18n/language.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** What closing it without the action is called, where that undoes nothing. */
  readonly leave?: string
  /** What is done if it is agreed to. */
  readonly action?: {
    readonly label: string
    readonly run: () => void
    readonly danger?: boolean
    readonly busy?: boolean
  }
}

/** A modal question: the browser keeps the focus in it and gives it back. */
export function Dialog({ title, children, onClose, leave = t('dialog.cancel'), action }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <form
        method="dialog"
        className="stack"
        onSubmit={(event) => {
          if (action === undefined) return
          event.preventDefault()
          action.run()
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="row">
          <span className="grow" />
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {action === undefined ? t('dialog.close') : leave}
          </button>
          {action !== undefined && (
            <button
              type="submit"
              className={action.danger === true ? 'button danger' : 'button primary'}
              disabled={action.busy}
            >
              {action.label}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
