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
  /** For a reason, with which the prompt may be sent again. */
  readonly ask?: Question | undefined
}

export interface Question {
  readonly token: string
  /** The prompt as Reasons knows it: when it was sent after all, the notice goes. */
  readonly prompt: string
  readonly label: string
  readonly send: string
  /** Where the answer does not arrive. */
  readonly failed: string
  /** The longest reason, in UTF-16 code units. */
  readonly max: number
}

/** A prompt that a reason was given for was sent: what asks for the reason, and says that it was not sent, is not true any more. */
export interface Sent {
  readonly sent: string
}

/** A notice on its way to a person. */
export interface Told {
  readonly person: string
  /** What it is about, the id of a policy or of a failure: the person is told once of it within a time. */
  readonly about: string
  /** Undefined where the person has been told otherwise. */
  readonly notice: Notice | undefined
  /** A notice of this was kept for a page to come, and is none any more. */
  readonly isWithdrawn?: true
  readonly sent?: Sent
}

/** A page of this person listens at the worker that says so. */
export interface Listening {
  readonly person: string
  /** Milliseconds since the epoch. */
  readonly listensUntil: number
}

/** Why a person sends a prompt all the same, as it is recorded. */
export interface Reason {
  /** One line, with what was found in it masked. */
  readonly text: string
  /** Of what was found in it. */
  readonly types: readonly string[]
  /** ISO 8601. */
  readonly givenAt: string
  /** Whether the request with it had what browsers add to those of a page's script; a program may pretend to be one. */
  readonly givenBy: 'page' | 'program'
}

/** A reason that was given for a prompt. */
export interface Given {
  /** As Reasons knows it. */
  readonly prompt: string
  /** Those that it lifts. */
  readonly policies: readonly string[]
  readonly reason: Reason
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** What workers tell each other. */
export type BannerNews = Told | Listening | Given
