import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
}

export function Field({ label, hint, problem, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="input" id={id} {...described(id, hint, problem)} {...input} />
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  )
}

export function TextField({ label, hint, problem, ...input }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea className="input" id={id} {...described(id, hint, problem)} {...input} />
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  )
}

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
}

interface SelectProps<V extends string> extends FieldProps {
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  readonly disabled?: boolean
}

export function Select<V extends string>({ label, hint, problem, value, options, onChange, disabled }: SelectProps<V>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
        {...described(id, hint, problem)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  )
}

function described(id: string, hint: ReactNode, problem: string | undefined) {
  const ids = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`].filter(Boolean)
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problem !== undefined && { 'aria-invalid': true }),
  }
}

function Notes({ id, hint, problem }: { readonly id: string } & Pick<FieldProps, 'hint' | 'problem'>) {
  return (
    <>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span className="problem" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
