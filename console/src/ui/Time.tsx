import { ago, dateTime, fullDateTime } from '../i18n/time.ts'

export function Time({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={fullDateTime(iso)}>
      {dateTime(iso)}
    </time>
  )
}

export function Ago({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={fullDateTime(iso)}>
      {ago(iso, Date.now())}
    </time>
  )
}
