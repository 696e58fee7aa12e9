import type { ErrorCode } from '../../problem.ts'

interface ProblemText {
  /** Says when the platform answers it. */
  when: string
  /** Says what the caller can do. */
  remedy: string
}

export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, ProblemText>> = {
  VALIDATION_ERROR: {
    when: 'A value in the path, the query or the body is missing, unknown or not valid.',
    remedy: 'Read violations: it lists everything that is wrong, with its path. Correct the request and send it again.',
  },
  UNAUTHENTICATED: {
    when: 'The request has no bearer token, or its token was not issued by this platform.',
    remedy: 'Sign in and send the access token in the Authorization header.',
  },
  TOKEN_EXPIRED: {
    when: 'The access token is older than 15 minutes, or your role in its tenant has changed.',
    remedy: 'Get a new access token with the refresh token and send the request again.',
  },
  SESSION_REVOKED: {
    when: 'The session has ended, because you signed out elsewhere, the password was reset or the account was deleted.',
    remedy: 'Sign in again.',
  },
  INVALID_CREDENTIALS: {
    when: 'The credentials are wrong. For security, the response does not say which part.',
    remedy: 'Check them, or reset the password.',
  },
  SCOPE_MISSING: {
    when: 'Your role in the selected tenant does not include the scope of this operation, which detail names.',
    remedy: 'Ask an owner or administrator of the tenant for a role with that scope, then refresh the access token.',
  },
  TENANT_REQUIRED: {
    when: 'The operation works in a tenant, and your token has none selected.',
    remedy: 'Select a tenant and use the access token that you get.',
  },
  PERSON_REQUIRED: {
    when: 'The operation, or the change of this setting, needs a person who is signed in, and a service account called it.',
    remedy: 'Sign in as a member of the tenant and send the request with your own access token.',
  },
  ADDRESS_NOT_ALLOWED: {
    when: 'The service account may be used from certain networks only, and the request came from another address.',
    remedy: 'Send the request from an allowed network, or add the network to the service account.',
  },
  EMAIL_NOT_VERIFIED: {
    when: 'E-mail address and password are right, but the address is not verified yet.',
    remedy: 'Follow the link in the verification mail, or request another one.',
  },
  MFA_ENROLMENT_REQUIRED: {
    when: 'The tenant lets only members with a second factor work in it, and your account has none.',
    remedy: 'Add a factor under /api/iam/mfa, refresh the access token, and select the tenant again.',
  },
  STEP_UP_REQUIRED: {
    when: 'The operation needs a proof from the last five minutes that it is you: a second factor, or your password if your account has no factor.',
    remedy: 'Send the proof to /api/iam/auth/step-up and repeat the request with the access token that you get.',
  },
  NOT_FOUND: {
    when: 'Nothing exists at this address, or the selected tenant cannot see it.',
    remedy: 'Check the path, the id and the selected tenant.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  OPERATION_NOT_ALLOWED: {
    when: 'The resource is in a state that does not allow the operation. detail names the state.',
    remedy: 'Read the resource again. If another request was faster, there may be nothing left to do.',
  },
  ALREADY_EXISTS: {
    when: 'Another resource already has a value that must be unique.',
    remedy: 'Use the existing resource, or send another value.',
  },
  CATALOG_LINK_LOOP: {
    when: 'The channel would import into the assortment that it publishes, and so receive its own changes.',
    remedy: 'Bind another assortment, or remove the link in the other direction first.',
  },
  CREDIT_EXCEEDS_INVOICE: {
    when: 'The credit notes of the invoice, including drafts, would exceed the remaining amount of the invoice or of one of its lines.',
    remedy: 'Credit at most the remaining amount. A credit note without lineItems takes exactly that.',
  },
  INVOICE_INCOMPLETE: {
    when: 'The invoice or credit note lacks details that the country of the tenant asks for. Each is a violation whose path names a setting or a field of the partner.',
    remedy:
      'Set all of them, then issue again. The setting billing.invoiceChecks decides whether incomplete invoices are refused.',
  },
  ORDER_CHANGED: {
    when: 'Orders changed in their shop after the draft had billed them, and the draft has not followed yet.',
    remedy:
      'Try again in a moment. If the detail says that somebody has to decide, change the lines of the draft, or delete it.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    when: 'A request with the same Idempotency-Key has not finished yet.',
    remedy:
      'Wait as long as Retry-After says and send the same request again. You get the response to the first request.',
  },
  PROVIDER_NOT_CONFIGURED: {
    when: 'The operation needs a provider for which this deployment has no account.',
    remedy: 'Use another provider, or ask the operator of the platform to configure this one.',
  },
  PRECONDITION_FAILED: {
    when: 'If-Match names a revision that is not the current one.',
    remedy: 'Read the resource again, check your change against it, and send its new ETag.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than the operation allows. detail names the limit.',
    remedy: 'Send less at once.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The Content-Type is not application/json (or, for PATCH, application/merge-patch+json).',
    remedy: 'Set Content-Type to the type of the body.',
  },
  CONNECTION_FAILED: {
    when: 'A shop or provider refuses the stored connection of a channel or custodian, or its owner has not authorized it yet. detail begins with the reason: AUTH_FAILED, AUTHORIZATION_PENDING, INSUFFICIENT_SCOPE, STORE_NOT_FOUND or INVALID_CONFIG. Listing the channels of a shop returns this for every failure of the shop.',
    remedy:
      'Change the credentials or the configuration of the channel, or run the wizard of the custodian again. If listing the channels of a shop names another reason, such as STORE_UNAVAILABLE, try again later, after Retry-After if it is present.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'The Idempotency-Key was used in the last 24 hours for the same operation with another body, or for another resource. Nothing was changed.',
    remedy: 'Use a new key for each new request, and the same key only to repeat a request unchanged.',
  },
  RATE_LIMITED: {
    when: 'You have sent too many requests in this minute.',
    remedy: 'Wait as many seconds as Retry-After says. X-RateLimit-Remaining shows the remaining requests.',
  },
  INTERNAL: {
    when: 'The platform failed in an unexpected way.',
    remedy: 'Try again later. If the problem persists, report the id in instance: the log has the cause under it.',
  },
  UPSTREAM_FAILED: {
    when: 'A shop or provider that the operation needs cannot be reached, or its response cannot be used. The request and the stored connection are not the cause.',
    remedy: 'Try again later, after Retry-After if it is present. Start an interrupted wizard again.',
  },
  UPSTREAM_TIMEOUT: {
    when: 'A shop or provider that the operation needs did not answer in time.',
    remedy: 'Try again later. Start an interrupted wizard again.',
  },
  UNAVAILABLE: {
    when: 'A part of the platform cannot be reached, too many changes collided, or the request took too long. detail says whether nothing was changed, or whether a change may have been made.',
    remedy:
      'Wait as long as Retry-After says and send the request again, with the same Idempotency-Key if it had one. Without a key, first check whether the change was made if detail says that it may have been.',
  },
}
