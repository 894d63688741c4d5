import type { InteractionType } from '../../core/model/interaction.ts'

/** A request to an AI service in its real form, made up by us from its reference. */
export interface ServiceRequest {
  readonly service: string
  readonly operation: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** With this text where a person's is. */
  readonly body: (text: string) => unknown
  /** `user` where it is absent. */
  readonly role?: string
  readonly type?: InteractionType
  readonly model?: string
  /** The status of a refusal, and where its message is; 400 and OpenAI's error where absent. */
  readonly refusal?: {
    readonly status?: number
    readonly at: readonly string[]
    /** It is no JSON with the message, but a stream that shows it (`events`), a text, or an empty answer (`nothing`). */
    readonly form?: 'events' | 'text' | 'nothing'
  }
}

export type Part = Pick<ServiceRequest, 'operation' | 'body'> & Partial<ServiceRequest> & { readonly name: string }

/** Requests to one host. */
export function at(
  service: string,
  host: string,
  refusal: ServiceRequest['refusal'],
  list: readonly Part[],
): ServiceRequest[] {
  return list.map(({ name, ...part }) => ({
    service,
    url: `https://${host}${name}`,
    ...(refusal && { refusal }),
    ...part,
  }))
}
