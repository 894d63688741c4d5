/** As the API makes them (api/ids.ts): letters, digits, - and _. */
const TOKEN = /(?:^|token=)([\w-]{20,200})\s*$/

/** The token in the link of an invitation, or the token alone; where the link leads does not matter. */
export function invitationIn(text: string): string | undefined {
  return TOKEN.exec(text.trim())?.[1]
}
