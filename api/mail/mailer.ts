export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text; lines end in \n. */
  readonly text: string
  /** The same for readers of HTML. Both are made by `mailBody` (body.ts), from one source and escaped. */
  readonly html: string
}

/** Takes a mail on its way. Resolves when it is safe on the disk: no request waits for a mail server. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
