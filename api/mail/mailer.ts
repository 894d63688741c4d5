export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text; lines end in \n. */
  readonly text: string
}

/** Takes a mail on its way. Resolves when it is safe: with the server, or on the disk. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
