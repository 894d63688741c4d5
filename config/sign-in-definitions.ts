import { optional, PEM_FILE, required } from './definition.ts'
import * as parse from './parsers.ts'

const VALUES = 'a comma-separated list of values of the claim'
const GROUPS = 'a comma-separated list of names or external ids of groups'

/** How people sign in to the console and the API (docs/operators-guide.md, Single sign-on). */
export const SIGN_IN_DEFINITIONS = {
  consoleIdleMinutes: required(
    'WEIR_CONSOLE_IDLE_MINUTES',
    '60',
    parse.integer(0, 480),
    'a number of minutes from 0 to 480; 0 never signs out',
    'the console signs out when nobody has touched it in any tab of a browser for so long; a session ends after eight hours in any case',
  ),
  consolePeople: required(
    'WEIR_CONSOLE_PEOPLE',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'off: viewers see no names of people, neither of users nor those that proxies were given, and no list of the most active; administrators always do',
  ),
  passwordLogin: required(
    'WEIR_PASSWORD_LOGIN',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'off: nobody signs in with a password, only with single sign-on, or with a link of npm run admin -- user sign-in-link',
  ),
  secondFactor: required(
    'WEIR_SECOND_FACTOR',
    'optional',
    parse.oneOf('optional', 'admins'),
    'optional or admins',
    'admins: who signs in as an administrator with a password alone may only set up a second factor',
  ),
  oidcIssuer: optional(
    'WEIR_OIDC_ISSUER',
    parse.oidcIssuer,
    'the https:// URL of an issuer (http:// on this machine alone), without a query',
    'the OpenID provider of single sign-on; its redirect URI is WEIR_PUBLIC_URL with /api/v1/auth/oidc/callback',
  ),
  oidcClientId: optional('WEIR_OIDC_CLIENT_ID', parse.string, 'a client id', 'the client that Weir is at the provider'),
  oidcClientSecret: optional(
    'WEIR_OIDC_CLIENT_SECRET',
    parse.string,
    'a client secret',
    'the secret of that client; a public client has none',
    { secret: true },
  ),
  oidcCa: optional(
    'WEIR_OIDC_CA',
    parse.certificates,
    PEM_FILE,
    'CA certificates that the provider is verified against, besides the roots of the system',
  ),
  oidcScope: required(
    'WEIR_OIDC_SCOPE',
    'openid email profile',
    parse.oidcScope,
    'scopes separated by blanks, with openid among them',
    'what the provider is asked for',
  ),
  oidcEmail: required(
    'WEIR_OIDC_EMAIL',
    'verified',
    parse.oneOf('verified', 'trusted'),
    'verified or trusted',
    'verified: an e-mail address counts where the provider says email_verified. trusted: always, for a provider whose people cannot change their address',
  ),
  oidcTenant: optional(
    'WEIR_OIDC_TENANT',
    parse.string,
    'the name or id of a tenant',
    'the tenant of all who sign in so; the only one there is if neither this nor WEIR_OIDC_TENANT_CLAIM is set',
  ),
  oidcTenantClaim: optional(
    'WEIR_OIDC_TENANT_CLAIM',
    parse.string,
    'the name of a claim',
    'the claim with the name or id of the tenant',
  ),
  oidcRoleClaim: required(
    'WEIR_OIDC_ROLE_CLAIM',
    'roles',
    parse.string,
    'the name of a claim, or a path such as realm_access.roles',
    'the claim that decides on the role: a text or a list of texts',
  ),
  oidcAdminValues: required(
    'WEIR_OIDC_ADMIN_VALUES',
    '',
    parse.list(parse.string),
    VALUES,
    'the values of the role claim that make an admin',
  ),
  oidcViewerValues: required(
    'WEIR_OIDC_VIEWER_VALUES',
    '',
    parse.list(parse.string),
    VALUES,
    'the values of the role claim that make a viewer; whoever has none of either list is refused',
  ),
  scimAdminGroups: required(
    'WEIR_SCIM_ADMIN_GROUPS',
    '',
    parse.list(parse.string),
    GROUPS,
    'the groups of SCIM whose members are admins',
  ),
  scimViewerGroups: required(
    'WEIR_SCIM_VIEWER_GROUPS',
    '',
    parse.list(parse.string),
    GROUPS,
    'the groups of SCIM whose members are viewers; if empty, everyone whom a client provisions is one at least',
  ),
}
