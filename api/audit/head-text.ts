/** Where a tenant's audit log ended at some moment. */
export interface PublishedHead {
  readonly tenant_id: string
  readonly entries: number
  readonly hash: string
}

const HEAD = /tenant=([0-9a-f-]{36}) entries=(\d{1,15}) head=([0-9a-f]{64})/g

/** How heads are written everywhere: in syslog, in the file of events, and by `verify-audit --save`. */
export function headText({ tenant_id, entries, hash }: PublishedHead): string {
  return `tenant=${tenant_id} entries=${entries} head=${hash}`
}

/** The heads in any text: a syslog file, or what `verify-audit` saved. An equals sign may be escaped, as CEF does. */
export function readHeads(text: string): PublishedHead[] {
  return [...text.replaceAll('\\=', '=').matchAll(HEAD)].map(([, tenant_id = '', entries, hash = '']) => {
    return { tenant_id, entries: Number(entries), hash }
  })
}
