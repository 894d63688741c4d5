/** JSON in printable ASCII: any reader, terminal and syslog server takes it as it is (RFC 8259, 7). */
export function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
