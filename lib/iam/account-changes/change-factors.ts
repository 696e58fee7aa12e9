import { issueSignedState, spendSignedState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import { type Account, findAccount } from '../identity-store.ts'
import { readAccessRules } from '../mfa/access-rules.ts'
import { saveMfa } from '../mfa/mfa-store.ts'
import { buildCreationOptions, type NewPasskeyResponse, verifyNewPasskey } from '../mfa/passkey.ts'
import { createRecoveryCodes } from '../mfa/recovery-code.ts'
import { createTotpSecret, findTotpStep, sealTotpSecret } from '../mfa/totp.ts'
import { listPasskeys } from '../mfa/verify-proof.ts'
import { type Factor, MAX_FACTORS, type PasskeyFactor, replaceFactor, type TotpFactor, withoutFactor } from '../mfa.ts'
import type { Origin } from '../sessions/origin.ts'
import { recordCredentialChange } from '../sessions/record-security-event.ts'
import { recordAuthentication } from '../sessions/session-store.ts'
import { requireRecentProof } from '../sessions/step-up.ts'

const TOTP_SECONDS = 600
const PASSKEY_SECONDS = 300

type Purpose = 'totp-enrolment' | 'passkey-enrolment'

/** An enrolment is bound to the session that began it. */
const describe = ({ identity, session }: SignedIn, purpose: Purpose) => ({ purpose, binding: { identity, session } })

/** Reads the caller's account for a change of its factors. */
const loadAccount = async (db: Table, caller: SignedIn, now: Date): Promise<Account> => {
  const account = orNotFound(await findAccount(db, caller.identity))
  requireRecentProof(caller, account, now)
  return account
}

const loadForEnrolment = async (db: Table, caller: SignedIn, now: Date): Promise<Account> => {
  const account = await loadAccount(db, caller, now)
  if (account.mfa.factors.length >= MAX_FACTORS)
    throw new Problem('OPERATION_NOT_ALLOWED', `An account has at most ${MAX_FACTORS} factors. Remove one first.`)
  return account
}

/** Creates a secret, which becomes a factor with its first code. */
export const beginTotp = async (app: App, unit: Unit, caller: SignedIn) => {
  const { identity } = await loadForEnrolment(app.db, caller, unit.now)
  const { secret, uri } = await createTotpSecret(identity.email)
  const state = { ...describe(caller, 'totp-enrolment'), payload: secret, seconds: TOTP_SECONDS }
  return { enrolment: await issueSignedState(app, unit, state), secret, uri, expiresIn: TOTP_SECONDS }
}

/** Creates the challenge to which a new passkey answers. */
export const beginPasskey = async (app: App, unit: Unit, caller: SignedIn) => {
  const { identity, mfa } = await loadForEnrolment(app.db, caller, unit.now)
  const options = await buildCreationOptions(app, identity, listPasskeys(mfa))
  const state = { ...describe(caller, 'passkey-enrolment'), payload: options.challenge, seconds: PASSKEY_SECONDS }
  return { enrolment: await issueSignedState(app, unit, state), options, expiresIn: PASSKEY_SECONDS }
}

type NewFactor =
  | Omit<TotpFactor, 'id' | 'createdAt' | 'lastUsedAt'>
  | Omit<PasskeyFactor, 'id' | 'createdAt' | 'lastUsedAt'>

/** Adds the factor. The first one brings recovery codes, and counts as shown in this session. */
const addFactor = async (unit: Unit, caller: SignedIn, account: Account, added: NewFactor, from: Origin) => {
  const { identity, mfa } = account
  const [id, createdAt] = [unit.newId(), unit.now.toISOString()]
  const factor: Factor = { id, ...added, createdAt, lastUsedAt: null }
  const created = mfa.factors.length ? undefined : createRecoveryCodes(identity.id)
  const recoveryCodes = created?.hashes ?? mfa.recoveryCodes
  saveMfa(unit, account, { ...mfa, factors: [...mfa.factors, factor], recoveryCodes })
  const methods = [...new Set([...caller.methods, factor.type === 'totp' ? 'otp' : 'pop', 'mfa'])]
  recordAuthentication(unit, caller, { authenticatedAt: Math.floor(unit.now.getTime() / 1000), methods })
  recordCredentialChange(unit, account, from)
  notifyOwnerOfChange(unit, identity, from, 'factor_added')
  return { id, type: factor.type, name: factor.name, recoveryCodes: created?.codes ?? null }
}

interface Confirmed {
  enrolment: string
  name: string
}

const spendEnrolment = (app: App, unit: Unit, caller: SignedIn, purpose: Purpose, state: string) =>
  spendSignedState(app, unit, { ...describe(caller, purpose), state, propertyPath: 'enrolment' })

export const confirmTotp = async (
  app: App,
  unit: Unit,
  caller: SignedIn,
  { enrolment, code, name }: Confirmed & { code: string },
  from: Origin,
) => {
  const account = await loadForEnrolment(app.db, caller, unit.now)
  const secret = await spendEnrolment(app, unit, caller, 'totp-enrolment', enrolment)
  const lastStep = await findTotpStep(secret, code, unit.now, 0)
  if (lastStep === undefined) throw invalid({ propertyPath: 'code', message: 'must be the current code of the app' })
  const sealedSecret = await sealTotpSecret(app, caller.identity, secret)
  return await addFactor(unit, caller, account, { type: 'totp', name, sealedSecret, lastStep }, from)
}

export const confirmPasskey = async (
  app: App,
  unit: Unit,
  caller: SignedIn,
  { enrolment, passkey, name }: Confirmed & { passkey: NewPasskeyResponse },
  from: Origin,
) => {
  const account = await loadForEnrolment(app.db, caller, unit.now)
  const challenge = await spendEnrolment(app, unit, caller, 'passkey-enrolment', enrolment)
  const added = await verifyNewPasskey(app, passkey, challenge)
  if (!added) throw invalid({ propertyPath: 'passkey', message: 'must be a new passkey that answers the enrolment' })
  if (listPasskeys(account.mfa).some(({ credentialId }) => credentialId === added.credentialId))
    throw new Problem('ALREADY_EXISTS', 'This passkey belongs to your account already.')
  return await addFactor(unit, caller, account, { type: 'passkey', name, ...added }, from)
}

const findFactor = ({ mfa }: Account, id: Id): Factor => orNotFound(mfa.factors.find((each) => each.id === id))

export const renameFactor = async (db: Table, unit: Unit, caller: SignedIn, id: Id, name: string): Promise<Factor> => {
  const account = orNotFound(await findAccount(db, caller.identity))
  const renamed = { ...findFactor(account, id), name }
  saveMfa(unit, account, replaceFactor(account.mfa, renamed))
  return renamed
}

/** Removes a factor; the last one stays while a tenant of the account demands one. */
export const removeFactor = async (db: Table, unit: Unit, caller: SignedIn, id: Id, from: Origin): Promise<void> => {
  const account = await loadAccount(db, caller, unit.now)
  findFactor(account, id)
  const after = withoutFactor(account.mfa, id)
  if (!after.factors.length) {
    const rules = await Promise.all(account.tenants.map(({ tenant }) => readAccessRules(db, tenant, unit.now)))
    const demanding = account.tenants.filter((_, i) => rules[i]?.demandsMfa).map(({ name }) => name)
    if (demanding.length)
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `This is your last factor, and ${demanding.join(', ')} requires one. Add another factor first.`,
      )
  }
  saveMfa(unit, account, after)
  recordCredentialChange(unit, account, from)
  notifyOwnerOfChange(unit, account.identity, from, 'factor_removed')
}

/** Replaces the recovery codes; those that were shown before stop working. */
export const regenerateRecoveryCodes = async (db: Table, unit: Unit, caller: SignedIn, from: Origin) => {
  const account = await loadAccount(db, caller, unit.now)
  if (!account.mfa.factors.length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Recovery codes replace a factor. Add a factor first.')
  const { codes, hashes } = createRecoveryCodes(caller.identity)
  saveMfa(unit, account, { ...account.mfa, recoveryCodes: hashes })
  recordCredentialChange(unit, account, from)
  notifyOwnerOfChange(unit, account.identity, from, 'recovery_codes_replaced')
  return { recoveryCodes: codes }
}
