export { type Authentication, type AuthenticationContext, createTokenAuthentication } from './authentication.ts'
export type { Clock } from './clock.ts'
export { type AnyRequest, type Client, createClient } from './create-client.ts'
export type { ClientOptions } from './create-send.ts'
export {
  ConnectionError,
  CredentialsRefusedError,
  EntrepotError,
  isProblem,
  ProblemError,
  SessionEndedError,
  UnexpectedAnswerError,
} from './errors.ts'
export type * from './generated/modules.ts'
export type * from './generated/schemas.ts'
export type {
  ChangeOptions,
  DryRunOptions,
  Page,
  RepeatableChangeOptions,
  RepeatableOptions,
  RequestOptions,
} from './requests.ts'
export { getResponse, type ResponseInfo } from './responses.ts'
export { createServiceAccount, type ServiceAccountOptions } from './service-account.ts'
export { createSession, type Session, type SessionOptions, type SessionTokens } from './session.ts'
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookToVerify,
  WebhookVerificationError,
} from './verify-webhook.ts'
