interface Props {
  readonly label: string
  readonly word: string
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A position and a word. */
export function Switch({ label, word, isOn, disabled, onChange }: Props) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span className="track" aria-hidden="true" />
      <span aria-hidden="true">{word}</span>
    </button>
  )
}
