/** Resources in one page, whatever `count` asks for; and where it asks for nothing. */
export const COUNT_MAX = 200
export const COUNT_DEFAULT = 100
/** Characters of a filter, comparisons in it, and parentheses inside one another. */
export const FILTER_MAX = 4096
export const COMPARISONS_MAX = 50
export const DEPTH_MAX = 10
/** Of one PATCH. */
export const OPERATIONS_MAX = 1000
/** Of one user. */
export const EMAILS_MAX = 20
/** Of one tenant, and of one group. */
export const GROUPS_MAX = 1000
export const MEMBERS_MAX = 10_000
/** Users looked at between two turns of the event loop, where a filter has no index. */
export const SCANNED_AT_ONCE = 500
/** Groups in one page or look: each may have ten thousand members. */
export const GROUPS_AT_ONCE = 50
