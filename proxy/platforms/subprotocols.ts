import { hiddenValues } from './hidden-values.ts'

/**
 * Browsers can send no Authorization with a WebSocket, so that tokens stand among its subprotocols: behind a name, as OpenAI and Kubernetes
 * have it, or as the next one of them. They have to go through; what may hide in one is read all the same.
 */
const CREDENTIAL =
  /^(?:openai-insecure-api-key|base64url\.bearer\.[a-z.]{1,40}|bearer|token|access_token|auth|jwt)[._-](?=.{16})/i
const NAME_OF_NEXT = /^(?:bearer|token|access_token|authorization|auth|jwt)$/i
const OPAQUE = /^(?=.*[A-Za-z])[\w.~+/=-]{16,8192}$/

/** What is to be read of the subprotocols that a client offers, one in a line: clients choose their names. */
export function textOfSubprotocols(offered: ReadonlySet<string>): string {
  const texts: string[] = []
  let isNextCredential = false
  for (const name of offered) {
    const value = isNextCredential ? name : name.replace(CREDENTIAL, '')
    const isCredential = OPAQUE.test(value) && (isNextCredential || value !== name)
    texts.push(...(isCredential ? withoutToken(value) : [name]))
    isNextCredential = NAME_OF_NEXT.test(name)
  }
  return texts.join('\n')
}

/** The whole of it is the token that signs in; a number or an account in it is none. */
function withoutToken(value: string): readonly string[] {
  return hiddenValues(value).filter((piece) => piece !== value && !/[a-z]/.test(piece))
}
