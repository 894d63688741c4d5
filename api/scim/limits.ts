/** Resources in one page, whatever `count` asks for; and where it asks for nothing. */
export const COUNT_MAX = 200
export const COUNT_DEFAULT = 100
/** Characters of a filter, comparisons in it, and parentheses inside one another. */
export const FILTER_MAX = 4096
export const COMPARISONS_MAX = 50
export const DEPTH_MAX = 10
/** Of one PATCH: its operations, and the names of objects in them. */
export const OPERATIONS_MAX = 1000
/** Of one user. */
export const EMAILS_MAX = 20
/** Of one tenant, and of one group. */
export const GROUPS_MAX = 1000
export const MEMBERS_MAX = 10_000
/** Users looked at between two turns of the event loop, where a filter has no index. */
export const SCANNED_AT_ONCE = 500
/** Of a group, looked at by a PATCH between two turns. */
export const VALUES_AT_ONCE = 10_000
/** Groups in one page, and members of them all: a page ends with the group that reaches this number. */
export const GROUPS_IN_PAGE = 50
export const MEMBERS_IN_PAGE = 20_000
/** Groups looked at between two turns: without their members, and with up to ten thousand each. */
export const GROUPS_AT_ONCE = 50
export const WHOLE_GROUPS_AT_ONCE = 3
/** Users asked for, or changed, between two turns: some milliseconds. */
export const USERS_AT_ONCE = 50
