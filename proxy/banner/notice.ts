/** What a page shows. It never holds a value that was found, and all of it is text. */
export interface Notice {
  /** That of the prompt's record. */
  readonly id: string
  readonly kind: 'coach' | 'block'
  /** The language of its words. */
  readonly lang: string
  readonly title: string
  readonly message: string
  /** On the button that puts it away. */
  readonly dismiss: string
}

/** A notice on its way to a person. */
export interface Told {
  readonly person: string
  /** What it is about, the id of a policy or of a failure: the person is told once of it within a time. */
  readonly about: string
  /** Undefined where the person has been told otherwise. */
  readonly notice: Notice | undefined
}
