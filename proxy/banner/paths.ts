/** What the proxy answers on the hosts of AI services; nothing below it is ever sent on. */
export const BANNER_PATH = '/.well-known/weir/'
