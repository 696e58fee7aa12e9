import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { id, input, nullable, oneOf, text } from '../types.ts'

export const WIZARD_PROVIDERS = ['fba_marketplace', 'retailer_fbb', 'freight_platform'] as const
export type WizardProviderName = (typeof WIZARD_PROVIDERS)[number]

const textMap = (options: object = {}) =>
  Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' }, ...options })

export const CustodianWizard = valueResource('CustodianWizard', {
  id: Type.Unsafe<string>({ type: 'string', const: 'wizard' }),
  provider: oneOf(WIZARD_PROVIDERS),
  authorizationUrl: nullable(Type.String({ description: "URL to send the user's browser to" })),
  state: nullable(Type.String({ description: 'Send it once with auth-callback' })),
  expiresInSeconds: nullable(Type.Integer()),
  requiredFields: Type.Array(textMap(), {
    description:
      'Form fields for the members of credentials. With the resources, also a field of type `select` for the member of resourceSelection; its `selected` has the ids of the selected resources, separated by commas.',
  }),
  requiresAuthorizationUrl: Type.Boolean(),
  resources: textMap({ description: 'Names of the marketplaces, retailers or warehouses to select from, by id' }),
})
export type CustodianWizard = Static<typeof CustodianWizard.fields>

export const BeginWizardInput = input(
  {
    custodianId: id(),
    redirectUri: Type.Optional(nullable(text(2000, { description: 'One of the URIs that the deployment allows' }))),
  },
  { examples: [{ custodianId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C' }] },
)

export const FinaliseWizardInput = input(
  {
    custodianId: id(),
    state: text(300),
    code: Type.Optional(nullable(text(2048, { description: 'Code with which the provider redirected the browser' }))),
    credentials: Type.Optional(
      nullable(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          maxProperties: 10,
          additionalProperties: text(4096, { writeOnly: true }),
          description: 'Values of requiredFields, and sellingPartnerId if the provider redirected the browser with one',
        }),
      ),
    ),
    resourceSelection: Type.Optional(
      nullable(
        Type.Unsafe<Record<string, string | string[]>>({
          type: 'object',
          maxProperties: 1,
          additionalProperties: {
            type: ['string', 'array'],
            minLength: 1,
            maxLength: 255,
            items: text(255),
            maxItems: 100,
          },
          description:
            'Ids or names of resources, as a text or a list, in the member marketplaces, retailers or warehouses. None selects all of them.',
        }),
      ),
    ),
  },
  {
    examples: [
      {
        custodianId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        state: 'the-state-that-auth-start-gave',
        code: 'the-code-that-the-provider-gave',
        resourceSelection: { marketplaces: ['A1PA6795UKMFR9'] },
      },
    ],
  },
)
export type FinaliseWizardInput = Static<typeof FinaliseWizardInput>
