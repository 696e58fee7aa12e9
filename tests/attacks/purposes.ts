const TRAIL = 'tests/audit/tampering.test.ts'

/** Purposes for which the platform signs or derives something, with the place that takes it or the test that covers it. */
export const SIGNED: Readonly<Record<string, string>> = {
  'export-link': 'followExportLink.token',
  'document-portal': 'getSharedDocument.token',
  'tracking-page': 'getTrackingPage.token',
  'device-token': 'login.deviceToken',
  'refresh-token': 'refresh.refreshToken',
  mfa: 'completeMfa.mfaToken',
  'step-up': 'stepUp.challenge',
  'totp-enrolment': 'confirmTotp.enrolment',
  'passkey-enrolment': 'confirmPasskey.enrolment',
  'external-sign-in': 'externalSignInCallback.state',
  'channel-authorization': 'channelOAuthCallback.state',
  'custodian-wizard': 'finaliseWizard.state',
  'audit-seal': TRAIL,
  'audit-removal': TRAIL,
  'audit-erasure': TRAIL,
}

const OF_PLATFORM = 'belongs to the platform, not to a tenant'
const MADE_BY_WORKERS = 'is sealed as a worker calls a shop or a system'

/** Purposes for which the vault seals something, with an operation that has it sealed, or the reason why none does. */
export const SEALED: Readonly<Record<string, string>> = {
  'email-token': 'register',
  'totp-secret': 'confirmTotp',
  setting: 'bulkUpsertSettings',
  'channel-credentials': 'connectChannel',
  'channel-hooks': 'subscribeWebhookTopic',
  'custodian-connection': 'createCustodian',
  'custodian-tokens': 'finaliseWizard',
  'webhook-secret': 'createWebhookEndpoint',
  'webhook-header': 'createWebhookEndpoint',
  'webhook-body': 'receiveChannelWebhook',
  'channel-tokens': MADE_BY_WORKERS,
  'store-session': MADE_BY_WORKERS,
  'push-signing': OF_PLATFORM,
  'state-signing': OF_PLATFORM,
  'token-signing': OF_PLATFORM,
  deployment: OF_PLATFORM,
}

/** Purposes of other things, such as mails. */
export const OTHERS = ['registration', 'email_change']
