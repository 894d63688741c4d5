import { Fragment, type ReactNode } from 'react'
import { type MessageId, tParts } from './language.ts'

/** A message with elements among its arguments. */
export function T({ id, values }: { readonly id: MessageId; readonly values: Readonly<Record<string, ReactNode>> }) {
  return tParts(id, values).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message keep their places
    <Fragment key={index}>{part as ReactNode}</Fragment>
  ))
}
