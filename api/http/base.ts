/** The specification's {base_url}, without scheme and host. */
export const BASE = '/api/v1'
