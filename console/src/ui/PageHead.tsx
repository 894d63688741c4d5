import { type ReactNode, useEffect } from 'react'
import { titlePage } from './title.ts'

interface Props {
  readonly title: string
  /** The answer to the question the page exists for. */
  readonly sentence?: ReactNode
  readonly children?: ReactNode
}

export function PageHead({ title, sentence, children }: Props) {
  useEffect(() => {
    titlePage(title)
  }, [title])
  return (
    <header className="page-head">
      <div className="row">
        <h1 className="grow">{title}</h1>
        {children}
      </div>
      {sentence !== undefined && <div className="lead">{sentence}</div>}
    </header>
  )
}
