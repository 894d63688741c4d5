import type { AiServiceId } from '../../core/catalogue/ai-services.ts'
import type { TextPart } from '../../core/inspect/parts.ts'
import type { InteractionType } from '../../core/model/interaction.ts'
import type { MultipartPart, ParsedBody } from '../body/parsed-body.ts'

export type { MultipartPart, ParsedBody }

/** Why a part of the model's input could not be read. */
export type Unread =
  | 'unreadable_file'
  | 'malformed_file'
  | 'token_array'
  | 'unknown_encoding'
  /** A file that could be read, but for a bound. */
  | 'too_large'
  | 'over_budget'

/** The head of an inspected request, as far as a platform may look at it. */
export interface RequestTarget {
  readonly method: string
  /** Path without the query, as received (percent-encoded). */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: { readonly [lowerCaseName: string]: string | undefined }
  /** The host that the connection is to, in lower case; undefined where that makes no difference. */
  readonly host?: string | undefined
}

/** A request to an MCP server, without what it says. */
export interface McpCall {
  /** Of the protocol; `response` is an answer to the server, `other` anything that the protocol does not know. */
  readonly method: string
  /** What is called, where its name is one that tools have. */
  readonly tool: string | undefined
  /** What an answer has to name, in their order. */
  readonly ids: readonly (string | number)[]
  readonly isBatch: boolean
}

/** The texts that a platform's file reads from one request. */
export interface Prompt {
  /**
   * In the order of the conversation. Empty strings are left out, but for an assistant's message without any text: an
   * empty part stands for it, as it ends a turn all the same.
   */
  readonly parts: readonly TextPart[]
  readonly interactionType: InteractionType
  readonly model?: string | undefined
  /** The platform's own conversation id, where the request carries one. */
  readonly conversation?: string | undefined
  /** Whether the client asked for a streamed answer: a refusal may have to take that form. */
  readonly stream?: boolean | undefined
  /** Where the bodies of one operation differ: whether this one is a prompt; see Operation. */
  readonly isPrompt?: boolean | undefined
  /** On a WebSocket: which of several conversations it belongs to, and what the client calls this message. */
  readonly lane?: string | undefined
  readonly eventId?: string | undefined
  readonly mcp?: McpCall | undefined
  /** What of the request is in no form that can be read; empty or absent where all of it was. */
  readonly unread?: readonly Unread[] | undefined
}

/** The data of a prompt that is kept without its text. */
export type PromptDetails = Pick<Prompt, 'model' | 'conversation' | 'stream' | 'isPrompt' | 'lane' | 'eventId' | 'mcp'>

/** Everything a refusal may say. The message names policy, kinds of data and whom to ask; never a value. */
export interface Refusal {
  readonly message: string
  readonly interactionId: string
  /** False if no record has that id, for it could not be written. */
  readonly isRecorded?: boolean
  readonly target: RequestTarget
  /** Without its text: a refusal is made after the text was let go. */
  readonly prompt: PromptDetails | undefined
}

export interface RefusalResponse {
  readonly status: number
  /** Lower-case names; content-length and the X-Weir-* headers are added by proxy/respond. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where a body holds the conversation: of chat completions and Anthropic's messages, of responses, of Gemini. */
export type HistoryField = 'messages' | 'input' | 'contents'

/** One kind of request a platform takes. */
export interface Operation {
  /** Stable name within the platform: chat_completions, responses, messages, ... */
  readonly id: string
  /** `*` matches one path segment or the rest of it, a final `**` everything that follows. */
  readonly paths: readonly string[]
  /** Every body is a prompt or an upload, also one without text: judged and recorded. False: only if it holds some. */
  readonly isPrompt: boolean
  matches(target: RequestTarget): boolean
  /**
   * Reads the texts. Returns undefined if the body is not of this operation's shape: it is then read generically,
   * every string of it. Never throws, whatever the body holds.
   */
  extract(body: ParsedBody, target: RequestTarget): Prompt | undefined
  /**
   * Where its body has the conversation, if turns may be dropped from it on their way: only where nobody knows of a client that signs
   * its body, and the answer does not depend on it otherwise. See also turns.ts.
   */
  readonly history?: HistoryField | undefined
  /** Its answers are texts that people read, in a form that proxy/coaching knows: they may begin with a line of ours. */
  readonly isForPeople?: true
  /** The operation's own refusal, if it differs from the platform's. */
  refuse?(refusal: Refusal): RefusalResponse
  /** For messages of a WebSocket: the texts that its client is answered with; otherwise the WebSocket ends with 1008. */
  refuseMessage?(refusal: Refusal): readonly string[]
}

/** An AI service: its operations, and the form of its refusals. Each has one file; names and hosts are in core/catalogue. */
export interface Platform {
  /** The platform_id of records: openai-api, chatgpt-web, or `host:` and a name for a host of the operator's own. */
  readonly id: string
  readonly operations: readonly Operation[]
  /**
   * On a host that serves other things too (KnownService.sharedHosts): whether a path, or a page with this query, is the AI service's. A
   * request to any other passes without being read (elsewhere.ts). On all other hosts everything is the service's.
   */
  readonly isOwnPath?: ((path: string, query?: URLSearchParams) => boolean) | undefined
  /** Its clients sign what they send: no body is ever changed. */
  readonly signsBodies?: true
  refuse(refusal: Refusal): RefusalResponse
}

/** How well the format of a service without a public description is known. */
export interface Evidence {
  /** high: several independent sources, or the vendor's own code; medium: one good source; low: not verified. */
  readonly confidence: 'high' | 'medium' | 'low'
  /** When the sources were last looked at: `2026-08`. */
  readonly seen: string
  /** What a person sees of a refusal. */
  readonly refusal: string
}

/** One that core/catalogue lists. */
export interface KnownPlatform extends Platform {
  readonly id: AiServiceId
  /** For what docs/platforms.md says; absent where a vendor documents its own interface. */
  readonly evidence?: Evidence
}
