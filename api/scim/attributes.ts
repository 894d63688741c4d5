export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export type Json = Readonly<Record<string, unknown>>

/** An attribute as RFC 7643, 7 describes it; what is not said has the default of that section. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued?: true
  readonly description: string
  readonly required?: true
  readonly caseExact?: true
  readonly mutability?: 'readOnly' | 'immutable'
  readonly returned?: 'always'
  readonly uniqueness?: 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface Resource {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly schema: string
  readonly description: string
  /** What is kept. Whatever else clients send is taken and not kept: less of a person is better. */
  readonly attributes: readonly Attribute[]
}

const text = (name: string, description: string): Attribute => ({ name, type: 'string', description })

export const USER: Resource = {
  name: 'User',
  endpoint: '/Users',
  schema: USER_SCHEMA,
  description: 'A person who may use Weir',
  attributes: [
    {
      ...text('userName', 'The name that the client knows the person by, often an e-mail address'),
      required: true,
      uniqueness: 'server',
    },
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name',
      subAttributes: [
        text('formatted', 'The whole name'),
        text('familyName', 'The family name'),
        text('givenName', 'The given name'),
        text('middleName', 'The middle name'),
        text('honorificPrefix', 'A title before the name'),
        text('honorificSuffix', 'A title after the name'),
      ],
    },
    text('displayName', 'The name that Weir shows'),
    {
      name: 'active',
      type: 'boolean',
      description: 'Whether the person may use Weir; false ends all sessions. True where a new user has none',
      required: true,
    },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      description: 'E-mail addresses; the primary one, or else the first, is the address of the user in Weir',
      subAttributes: [
        text('value', 'The address'),
        text('display', 'How it is shown'),
        { ...text('type', 'What it is for'), canonicalValues: ['work', 'home', 'other'] },
        { name: 'primary', type: 'boolean', description: 'Whether it is the one to use' },
      ],
    },
  ],
}

export const GROUP: Resource = {
  name: 'Group',
  endpoint: '/Groups',
  schema: GROUP_SCHEMA,
  description: 'A group of people; WEIR_SCIM_ADMIN_GROUPS and WEIR_SCIM_VIEWER_GROUPS say which role it gives',
  attributes: [
    { ...text('displayName', 'The name of the group'), required: true },
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'Its users',
      subAttributes: [
        { ...text('value', 'The id of the user'), caseExact: true, mutability: 'immutable' },
        {
          name: '$ref',
          type: 'reference',
          referenceTypes: ['User'],
          description: 'Where the user is',
          mutability: 'immutable',
        },
        { ...text('type', 'Always User'), canonicalValues: ['User'], mutability: 'immutable' },
      ],
    },
  ],
}

/** Those that every resource has besides (RFC 7643, 3.1). */
export const COMMON: readonly Attribute[] = [
  {
    ...text('id', 'The id in Weir'),
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  },
  { ...text('externalId', 'The id at the client'), caseExact: true },
  {
    name: 'meta',
    type: 'complex',
    description: 'About the resource',
    mutability: 'readOnly',
    subAttributes: [
      text('resourceType', 'User or Group'),
      text('created', 'When it was made'),
      text('lastModified', 'When it was changed'),
      text('location', 'Where it is'),
      text('version', 'Its ETag'),
    ].map((attribute) => ({ ...attribute, caseExact: true, mutability: 'readOnly' }) as const),
  },
  { ...text('schemas', 'The schemas of the resource'), multiValued: true, caseExact: true, mutability: 'readOnly' },
]

/** Of this name, without regard to case (RFC 7643, 2.1). */
export function attributeOf(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted)
}

export function attributesOf(resource: Resource): readonly Attribute[] {
  return [...COMMON, ...resource.attributes]
}
