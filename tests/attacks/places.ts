import { createHmac } from 'node:crypto'
import { buildWebhookHeaders } from '../../lib/custodians/standard-webhook.ts'
import { describeState } from '../../lib/iam/external/start-sign-in.ts'
import { issueSignedState } from '../../lib/platform/access/signed-state.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Made } from '../generated/fixtures.ts'
import { enrolPasskey, enrolTotp, here } from '../iam/factors.ts'
import { anOwner, ask, refreshed, signedIn, verified } from '../iam/people.ts'
import {
  ASSERTION_TYPE,
  aKeyPair,
  anAssertion,
  aServiceAccount,
  PATH,
} from '../iam/service-accounts/service-accounts.ts'
import { aCustodian } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { byFixture, inBody, inForm, inHeader, inPath, inQuery, type Presented, sendMade } from './presented.ts'

/** A place in the API that takes something which the platform, or a partner of it, issued or signed. */
export interface Place {
  make(whose: Member): Promise<Presented>
  /** Set if the credential of another person, tenant or record is refused too. */
  isBound?: true
  /** Set if the credential works once. */
  once?: true
  /** Seconds after which it ends. */
  seconds?: number
  /** Returns the one spelling of a credential that people type in many. */
  spell?: (credential: string) => string
  /** Wrong tries after which the place refuses all. */
  tries?: number
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BEARER = 'Bearer '
const DAY = 86_400

/** Ignores what people mistake as they type: casing, hyphens, and letters that look like digits. */
const spellCode = (code: string) => code.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')

const withPasskey = async () => {
  const person = await verified()
  const before = await signedIn(person)
  const { passkey } = await enrolPasskey(before)
  return { passkey, who: await refreshed(before) }
}

const makeChallenge = async (): Promise<Made> => {
  const { passkey, who } = await withPasskey()
  const token = who.token as string
  const { challenge, options } = (await sendMade('beginPasskeyStepUp', { token })).body
  return { token, body: { challenge, passkey: passkey.get(options, here()) } }
}

const makeRecoveryCode = async (): Promise<Made> => {
  const before = await signedIn(await verified())
  const { recoveryCodes } = await enrolTotp(before, 'Phone', 0)
  return { token: (await refreshed(before)).token as string, body: { recoveryCode: recoveryCodes[0] } }
}

const makeAssertion = async (): Promise<Made> => {
  const [owner, pair] = [await anOwner(), await aKeyPair('ES256')]
  const id = await aServiceAccount(owner)
  await owner.post(`${PATH}/${id}/keys`, { publicKey: pair.jwk })
  const assertion = { client_assertion_type: ASSERTION_TYPE, client_assertion: await anAssertion(id, pair) }
  const body = String(new URLSearchParams({ grant_type: 'client_credentials', ...assertion }))
  return { body, headers: FORM }
}

/** The token of a device opens an account that wrong passwords have closed for everybody else. */
const makeDeviceToken = async (): Promise<Presented> => {
  const { email, password } = await verified()
  const { deviceToken } = (await ask('login', { email, password })).body
  for (let i = 0; i < 10; i++) await ask('login', { email, password: 'a wrong guess' })
  return { credential: deviceToken, present: (text) => ask('login', { email, password, deviceToken: text }) }
}

const issueExternalState = (kind: 'oidc' | 'saml' | 'social_oauth_a') =>
  runInUnit(app().db, { tenant: undefined, actor: null, now: app().clock() }, (unit) =>
    issueSignedState(app(), unit, {
      ...describeState(kind),
      payload: JSON.stringify({ returnUri: 'https://app.example/', secrets: {} }),
      seconds: 600,
    }),
  )

const makeExternalState = async (): Promise<Made> => ({
  params: { kind: 'social_oauth_a' },
  query: String(new URLSearchParams({ state: await issueExternalState('social_oauth_a'), error: 'access_denied' })),
})

const makeRelayState = async (): Promise<Made> => ({
  params: { kind: 'saml' },
  body: String(new URLSearchParams({ SAMLResponse: 'none', RelayState: await issueExternalState('saml') })),
  headers: FORM,
})

/** Signs the query of a shop's callback again, since the shop would have signed whatever it sends. */
const signShopQuery = (query: URLSearchParams) => {
  query.delete('hmac')
  query.sort()
  const text = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${text}&hmac=${createHmac('sha256', app().config.shopify.clientSecret).update(text).digest('hex')}`
}

const makeCustodianWebhook = async (member: Member): Promise<Made> => {
  const webhookSecret = `the secret of ${newId(new Date())}`
  const { id } = await aCustodian(member, {
    type: 'simulator',
    enabledCapabilities: ['list_inventory', 'webhook_receipt'],
    connectionConfig: { accountId: 'attacks', webhookSecret },
  })
  const headers = buildWebhookHeaders(webhookSecret, 'msg_attacks', Buffer.from('unreadable'), app().clock())
  return { params: { custodianId: id }, body: 'unreadable', headers }
}

const asMember = async ({ token }: Member): Promise<Made> => ({ headers: { authorization: BEARER + token } })

/** Every field of a request that takes a credential, named as `operation.field`. */
export const PLACES: Readonly<Record<string, Place>> = {
  'verifyEmail.token': { make: inBody('verifyEmail', 'token'), once: true, seconds: DAY },
  'resetPassword.token': { make: inBody('resetPassword', 'token'), once: true, seconds: 3600 },
  'confirmEmailChange.token': { make: inBody('confirmEmailChange', 'token'), once: true, seconds: DAY },
  'undoEmailChange.token': { make: inBody('undoEmailChange', 'token'), once: true, seconds: 8 * DAY },
  'acceptInvitation.token': { make: inBody('acceptInvitation', 'token'), once: true },
  'refresh.refreshToken': { make: inBody('refresh', 'refreshToken'), seconds: 30 * DAY },
  'login.deviceToken': { make: makeDeviceToken, isBound: true },
  'completeMfa.mfaToken': { make: inBody('completeMfa', 'mfaToken'), once: true, seconds: 300 },
  'completeMfa.recoveryCode': {
    make: inBody('completeMfa', 'recoveryCode'),
    isBound: true,
    tries: 5,
    spell: spellCode,
  },
  'stepUp.recoveryCode': {
    make: inBody('stepUp', 'recoveryCode', makeRecoveryCode),
    isBound: true,
    tries: 5,
    spell: spellCode,
  },
  'stepUp.challenge': { make: inBody('stepUp', 'challenge', makeChallenge), isBound: true, once: true, seconds: 300 },
  'confirmTotp.enrolment': { make: inBody('confirmTotp', 'enrolment'), isBound: true, once: true, seconds: 600 },
  'confirmPasskey.enrolment': { make: inBody('confirmPasskey', 'enrolment'), isBound: true, once: true, seconds: 300 },
  'exchangeSatelliteCode.code': {
    make: inBody('exchangeSatelliteCode', 'code'),
    isBound: true,
    once: true,
    seconds: 60,
  },
  'exchangeSatelliteCode.clientSecret': { make: inBody('exchangeSatelliteCode', 'clientSecret'), isBound: true },
  'exchangeSatelliteCode.codeVerifier': { make: inBody('exchangeSatelliteCode', 'codeVerifier') },
  'issueServiceAccountToken.client_secret': {
    make: inForm('issueServiceAccountToken', 'client_secret'),
    isBound: true,
  },
  'issueServiceAccountToken.client_assertion': {
    make: inForm('issueServiceAccountToken', 'client_assertion', makeAssertion),
    once: true,
    seconds: 66,
  },
  'externalSignInCallback.state': {
    make: inQuery('externalSignInCallback', 'state', makeExternalState),
    once: true,
    seconds: 600,
  },
  'receiveExternalSignIn.RelayState': {
    make: inForm('receiveExternalSignIn', 'RelayState', makeRelayState),
    once: true,
    seconds: 600,
  },
  'finaliseWizard.state': { make: inBody('finaliseWizard', 'state'), isBound: true, once: true, seconds: 600 },
  'channelOAuthCallback.state': {
    make: inQuery('channelOAuthCallback', 'state', byFixture('channelOAuthCallback'), signShopQuery),
    once: true,
  },
  'channelOAuthCallback.hmac': { make: inQuery('channelOAuthCallback', 'hmac'), isBound: true },
  'getTrackingPage.token': { make: inPath('getTrackingPage', 'token') },
  'followExportLink.token': { make: inPath('followExportLink', 'token') },
  'getSharedDocument.token': { make: inPath('getSharedDocument', 'token'), seconds: 30 * DAY },
  'downloadSharedDocument.token': { make: inPath('downloadSharedDocument', 'token'), seconds: 30 * DAY },
  'receiveChannelWebhook.x-simulator-signature': {
    make: inHeader('receiveChannelWebhook', 'x-simulator-signature'),
    isBound: true,
  },
  'receiveCustodianWebhook.webhook-signature': {
    make: inHeader('receiveCustodianWebhook', 'webhook-signature', makeCustodianWebhook),
    isBound: true,
    seconds: 301,
  },
  'listPartners.authorization': { make: inHeader('listPartners', 'authorization', asMember, BEARER), seconds: 905 },
}

const CHOSEN = 'is chosen by a person and compared with its hash'
const BY_PROVIDER = 'is issued by the provider, which alone accepts it'

/** Fields with the name of a credential that take none, each with its reason. */
export const NO_CREDENTIALS: Readonly<Record<string, string>> = {
  'register.password': CHOSEN,
  'login.password': CHOSEN,
  'resetPassword.newPassword': CHOSEN,
  'changePassword.currentPassword': CHOSEN,
  'changePassword.newPassword': CHOSEN,
  'acceptInvitation.password': CHOSEN,
  'stepUp.password': CHOSEN,
  'externalSignInCallback.code': BY_PROVIDER,
  'channelOAuthCallback.code': BY_PROVIDER,
  'finaliseWizard.code': BY_PROVIDER,
  'receiveExternalSignIn.SAMLResponse': 'is issued by the provider; tests/iam/saml.test.ts alters it',
  'completeMfa.code': 'has six digits, which no other credential has',
  'stepUp.code': 'has six digits, which no other credential has',
  'confirmTotp.code': 'has six digits, which no other credential has',
  'completeMfa.signature': 'is made by a passkey; tests/iam/passkeys.test.ts alters it',
  'stepUp.signature': 'is made by a passkey; tests/iam/passkeys.test.ts alters it',
  'issueSatelliteCode.codeChallenge': 'is the hash of the verifier, which the satellite chooses',
  'issueServiceAccountToken.client_assertion_type': 'is a constant',
  'addShipmentEvent.state': 'is the state of a parcel',
  'createCarrier.code': 'is the code of a carrier',
  'getCarrier.code': 'is the code of a carrier',
  'updateCarrier.code': 'is the code of a carrier',
  'deleteCarrier.code': 'is the code of a carrier',
  'connectChannel.code': 'is the code of a channel',
  'createCategory.code': 'is the code of a category',
  'receiveGoodsReceipt.code': 'is the code of a lot',
  'createOrder.code': 'is the code of a discount',
}
