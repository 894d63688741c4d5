import { type Attribute, COMMON, GROUP, type Json, type Resource, USER } from './attributes.ts'
import { COUNT_MAX } from './limits.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

/** What this server can do (RFC 7643, 5). */
export function serviceProviderConfig(base: string): Json {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Service token',
        description: 'A service token of Weir with the scope scim, as a Bearer',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string): Json[] {
  return [USER, GROUP].map(({ name, endpoint, schema, description }) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    schema,
    description,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

export function schemas(base: string): Json[] {
  return [USER, GROUP].map((resource) => ({
    schemas: [`${CORE}:Schema`],
    id: resource.schema,
    name: resource.name,
    description: resource.description,
    attributes: described(resource).map(describe),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${resource.schema}` },
  }))
}

/** Common attributes stand in no schema (RFC 7643, 3.1), but for those whose kind clients look up there. */
function described({ attributes }: Resource): readonly Attribute[] {
  return [...COMMON.filter(({ name }) => name === 'id' || name === 'externalId'), ...attributes]
}

/** Every characteristic is said, also those that have their default (RFC 7643, 2.2). */
function describe(attribute: Attribute): Json {
  const { name, type, description, multiValued = false, required = false, mutability = 'readWrite' } = attribute
  const { returned = 'default', uniqueness = 'none', caseExact = false } = attribute
  const { canonicalValues, referenceTypes, subAttributes } = attribute
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...(type !== 'boolean' && type !== 'complex' && { caseExact, uniqueness }),
    mutability,
    returned,
    ...(canonicalValues !== undefined && { canonicalValues }),
    ...(referenceTypes !== undefined && { referenceTypes }),
    ...(subAttributes !== undefined && { subAttributes: subAttributes.map(describe) }),
  }
}
