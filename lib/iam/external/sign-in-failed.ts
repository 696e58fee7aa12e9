/** Error codes in the fragment of the return URI. */
export type FailureCode =
  | 'invalid_state'
  | 'access_denied'
  | 'provider_not_configured'
  | 'provider_failed'
  | 'email_not_verified'
  | 'server_error'

export class SignInFailed extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
