import { KEY_ALGORITHMS } from '../../../schemas/iam/service-account.ts'
import { PERSON_SCOPES, SCOPES } from '../../platform/access/scopes.ts'
import type { Config } from '../../platform/app/config.ts'
import { TOKEN_PATH } from './verify-assertion.ts'

/** Returns the metadata of the authorization server (RFC 8414). */
export const describeAuthorizationServer = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  issuer: publicUrl,
  token_endpoint: publicUrl + TOKEN_PATH,
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...KEY_ALGORITHMS],
  scopes_supported: SCOPES.filter((scope) => !PERSON_SCOPES.includes(scope)),
  service_documentation: `${publicUrl}/api/docs`,
})
