import type { ErrorCode } from '../../problem.ts'

interface ProblemText {
  /** When it is answered. */
  when: string
  /** What the caller can do. */
  remedy: string
}

export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, ProblemText>> = {
  VALIDATION_ERROR: {
    when: 'Something in the path, the query or the body is missing, unknown or out of bounds.',
    remedy:
      'Read violations: it lists everything that is wrong, each with its place. Correct the request and send it again.',
  },
  UNAUTHENTICATED: {
    when: 'The request has no bearer token, or one that this platform did not sign.',
    remedy: 'Sign in and send the access token in the Authorization header.',
  },
  TOKEN_EXPIRED: {
    when: 'The access token is older than its 15 minutes, or your role in its tenant has changed since.',
    remedy: 'Get a new one with the refresh token and send the request again.',
  },
  SESSION_REVOKED: {
    when: 'The session was ended: by logging out elsewhere, by a password reset, or because the account is gone.',
    remedy: 'Sign in again.',
  },
  INVALID_CREDENTIALS: {
    when: 'What was given to prove who you are is not right. Which part is wrong is not told.',
    remedy: 'Check it, or reset the password.',
  },
  SCOPE_MISSING: {
    when: 'Your role in the selected tenant does not hold the scope of this operation; detail names it.',
    remedy: 'Ask an owner or administrator of the tenant for a role that holds it, then refresh the access token.',
  },
  TENANT_REQUIRED: {
    when: 'The operation works inside a tenant and your token has none selected.',
    remedy: 'Select a tenant and use the access token that you get.',
  },
  EMAIL_NOT_VERIFIED: {
    when: 'E-mail and password are right, but the address was never verified.',
    remedy: 'Follow the link in the verification mail, or have it sent again.',
  },
  NOT_FOUND: {
    when: 'There is nothing at this address, or nothing that the selected tenant may see.',
    remedy: 'Check the path and the id, and whether the right tenant is selected.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address exists but does not take this method.',
    remedy: 'Use one of the methods that the Allow header names.',
  },
  OPERATION_NOT_ALLOWED: {
    when: 'The present state of the resource forbids the operation; detail names the state.',
    remedy: 'Read the resource again. If another request was faster, there may be nothing left to do.',
  },
  ALREADY_EXISTS: {
    when: 'Another resource already holds a value that only one may have.',
    remedy: 'Use the one there is, or give another value.',
  },
  CATALOG_LINK_LOOP: {
    when: 'A channel would import into the assortment that it publishes, and so receive its own changes.',
    remedy: 'Bind another assortment, or clear the link of the other direction first.',
  },
  CREDIT_EXCEEDS_INVOICE: {
    when: 'The credit notes of an invoice would together take more than the invoice, or one of its lines, has left. Drafts count too.',
    remedy: 'Credit what is left: without lineItems a credit note takes exactly that.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    when: 'A request with the same Idempotency-Key has not finished yet.',
    remedy: 'Wait as long as Retry-After says and send the same request again; it will get the answer of the first.',
  },
  PROVIDER_NOT_CONFIGURED: {
    when: 'The operation works with another company, and this deployment has no account there.',
    remedy: 'Use another provider, or ask the operator of the platform to configure this one.',
  },
  PRECONDITION_FAILED: {
    when: 'If-Match names a revision that is no longer the present one.',
    remedy: 'Read the resource again, decide on what it is now, and send its new ETag.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than the operation takes; detail names the limit.',
    remedy: 'Send less at once.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not declared as application/json (or, for PATCH, application/merge-patch+json).',
    remedy: 'Set Content-Type to what the body is.',
  },
  CONNECTION_FAILED: {
    when: 'A store or a provider does not take the stored connection of a channel or a custodian. The detail begins with the reason: AUTH_FAILED, INSUFFICIENT_SCOPE, STORE_NOT_FOUND or INVALID_CONFIG. The discovery of a store answers this for every failure of the store.',
    remedy:
      'Change the credentials or the configuration of the channel, or run the wizard of the custodian again. Where a discovery gives another reason, such as STORE_UNAVAILABLE, try again later, after Retry-After where it is given.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'The Idempotency-Key was used within a day for the same operation with another body, or for another resource. Nothing was done.',
    remedy: 'Use a fresh key for each new thing and the same key only to repeat a request as it was.',
  },
  RATE_LIMITED: {
    when: 'The requests of this minute are used up.',
    remedy: 'Wait as many seconds as Retry-After says. X-RateLimit-Remaining tells beforehand.',
  },
  INTERNAL: {
    when: 'Something failed on our side that no request should be able to cause.',
    remedy: 'Send it again later. If it stays, tell us the id in instance: our log has the cause under it.',
  },
  UPSTREAM_FAILED: {
    when: 'A store or another provider that the operation needs cannot be reached, or answers nothing of use. Nothing is wrong with the request or with the stored connection.',
    remedy: 'Try again later, after Retry-After where it is given. A wizard that was interrupted begins anew.',
  },
  UPSTREAM_TIMEOUT: {
    when: 'A store or another provider that the operation needs did not answer in time.',
    remedy: 'Try again later. A wizard that was interrupted begins anew.',
  },
  UNAVAILABLE: {
    when: 'A part of the platform cannot be reached at the moment, too many changes met at one place, or the request took too long. The detail says where it is certain that nothing was changed, and where a change may or may not have been made.',
    remedy:
      'Wait as long as Retry-After says and send the request again, with the same Idempotency-Key if it had one. Without a key, look first where the detail says that a change may have been made.',
  },
}
