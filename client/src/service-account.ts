import { type Authentication, type AuthenticationContext, MARGIN_MS, shareRun } from './authentication.ts'
import { CredentialsRefusedError, isProblem, ProblemError, UnexpectedAnswerError } from './errors.ts'

export interface ServiceAccountOptions {
  clientId: string
  /** Secret of the service account. Keep it on a server: everyone who has it can act for the account. */
  clientSecret: string
  /** Scopes to ask for; all scopes of the account without it. */
  scopes?: readonly string[] | undefined
}

interface GrantedToken {
  accessToken: string
  endsAt: number
}

/** Error of OAuth 2.0 (RFC 6749, section 5.2). */
const readRefusal = (error: unknown) => {
  if (error instanceof ProblemError && (error.status === 401 || error.status === 403))
    return new CredentialsRefusedError(error.errorCode, error.detail, error)
  if (!(error instanceof UnexpectedAnswerError) || (error.status !== 400 && error.status !== 401)) return undefined
  try {
    const { error: code, error_description: description } = JSON.parse(error.body)
    return typeof code === 'string' ? new CredentialsRefusedError(code, description, error) : undefined
  } catch {
    return undefined
  }
}

/** Acts as a service account: takes an access token for its id and secret, and another one when that ends. */
export const createServiceAccount = ({ clientId, clientSecret, scopes }: ServiceAccountOptions): Authentication => {
  let token: GrantedToken | undefined

  const request = shareRun(async ({ send, now }: AuthenticationContext): Promise<GrantedToken> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scopes && { scope: scopes.join(' ') }),
    })
    try {
      const { text } = await send({
        method: 'POST',
        path: '/api/v1/iam/auth/token',
        body: form.toString(),
        contentType: 'application/x-www-form-urlencoded',
        isPublic: true,
        repeatableForMs: Number.POSITIVE_INFINITY,
      })
      const { access_token: accessToken, expires_in: seconds = Number.POSITIVE_INFINITY } = JSON.parse(text)
      token = { accessToken, endsAt: now() + seconds * 1000 - MARGIN_MS }
      return token
    } catch (error) {
      throw readRefusal(error) ?? error
    }
  })

  return {
    async getToken(context) {
      const current = token && context.now() < token.endsAt ? token : await request(context)
      return current.accessToken
    },
    async replaceToken(refused, _context, reason) {
      if (!isProblem(reason, 'TOKEN_EXPIRED', 'SESSION_REVOKED', 'UNAUTHENTICATED')) return false
      if (token?.accessToken === refused) token = undefined
      return true
    },
  }
}
