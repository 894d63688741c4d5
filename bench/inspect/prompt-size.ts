/** Characters of a prompt, and how many of them were sent before as a conversation's history. */
export interface PromptSize {
  readonly characters: number
  readonly seen: number
}

/** Such as "50 kB, 48 of them sent before". */
export function nameOf({ characters, seen }: PromptSize): string {
  return `${characters / 1000} kB${seen === 0 ? '' : `, ${seen / 1000} of them sent before`}`
}
