/** How often files may be packed into each other: a document in an archive in an archive in a mail. */
export const MAX_NESTING = 4
/** Entries of all archives of one request. An XLSX of a year has some hundred. */
export const MAX_ENTRIES = 5000
/** DEFLATE packs at most 1,032 times; tables full of the same words come to some 100. Smaller output is harmless anyway. */
export const MAX_RATIO = 300
export const HARMLESS_BYTES = 2_097_152
/** Names of entries that are read as context. */
export const MAX_NAME_LENGTH = 500
/** Elements of XML and HTML within each other. */
export const MAX_ELEMENTS_DEEP = 1000
/** What a parser is given at a time, before the clock is looked at again. */
export const SLICE_LENGTH = 65_536
/** The JavaScript heap of the thread that reads files. */
export const HEAP_MB = 256
/** Its heap and its buffers together, which no limit of V8 counts, unless it is given less; looked at while it works. */
export const MEMORY_MB = 512
export const WATCH_MS = 100
/** An idle thread keeps what its libraries have loaded. */
export const MAX_IDLE_MS = 20_000
