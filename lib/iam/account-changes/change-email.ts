import { hashEmail, normalizeEmail } from '../../platform/access/email.ts'
import { checkRateLimit, emailChangeGateKey } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { newId } from '../../platform/id.ts'
import { invalid, orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { mayMail } from '../accounts/count-mail.ts'
import {
  addEmailToken,
  buildTokenProblem,
  readEmailToken,
  sealEmailToken,
  voidEmailTokens,
} from '../accounts/email-token.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import { listLinks, removeLink } from '../external/link-store.ts'
import {
  changeIdentity,
  claimEmail,
  emailKey,
  findAccount,
  findEmailOwner,
  findIdentity,
  type Identity,
  identityUri,
  requireIdentity,
} from '../identity-store.ts'
import { checkMayHaveEmail } from '../members/membership-rules.ts'
import type { Origin } from '../sessions/origin.ts'
import { recordCredentialChange } from '../sessions/record-security-event.ts'
import { rememberAddress } from '../sessions/remember-device.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { requireRecentProof } from '../sessions/step-up.ts'

const MAX_REQUESTS = 5
const DAY_SECONDS = 24 * 3600
/** Days for which the earlier address stays with the account, so that its owner can undo the change. */
const HELD_DAYS = 8

const isHeld = ({ formerEmail }: Identity, now: Date) =>
  formerEmail != null && now.getTime() < Date.parse(formerEmail.heldUntil)

/** Checks that the caller may change the address, and counts the request. Returns whether the new address may get a mail. */
export const checkEmailChange = async (app: App, now: Date, caller: SignedIn, newEmail: string): Promise<boolean> => {
  const account = orNotFound(await findAccount(app.db, caller.identity))
  requireRecentProof(caller, account, now)
  if (normalizeEmail(newEmail) === account.identity.email)
    throw invalid({ propertyPath: 'newEmail', message: 'must be another address than the current one' })
  if (isHeld(account.identity, now))
    throw new Problem('OPERATION_NOT_ALLOWED', 'Your address has changed recently, and the change can still be undone.')
  await checkMayHaveEmail(app.db, account.memberships, normalizeEmail(newEmail), 'newEmail')
  await checkRateLimit(app.db, now, emailChangeGateKey(caller.identity), MAX_REQUESTS, { windowSeconds: DAY_SECONDS })
  return await mayMail(app, now, newEmail)
}

/**
 * Mails a link to the new address that confirms it, and one to the current address that stops the change. If the new
 * address has an account, its owner is told instead, and the caller gets the same response, also if the new address gets
 * no further mail for now (`isMailed` is false).
 */
export const requestEmailChange = async (
  app: App,
  unit: Unit,
  caller: SignedIn,
  given: string,
  from: Origin,
  isMailed: boolean,
) => {
  const newEmail = normalizeEmail(given)
  const identity = orNotFound(await findIdentity(app.db, caller.identity))
  const { id, firstName, email } = identity
  const owner = await findEmailOwner(app.db, newEmail, unit.now)
  const known = await findIdentity(app.db, owner ?? newId(unit.now))
  requireIdentity(unit, identity)
  const [confirming, undoing] = [await sealEmailToken(app, id), await sealEmailToken(app, id)]
  // A taken address also gets a token, which nobody receives, so that it does not answer faster.
  addEmailToken(unit, id, 'email-change', confirming.token, { newEmail })
  addEmailToken(unit, id, 'email-undo', undoing.token, { oldEmail: email })
  const recipient = owner ? known : { id, firstName }
  if (recipient && isMailed)
    unit.emit('iam.identity.email_verification', {
      tenant: null,
      subject: identityUri(recipient.id),
      data: {
        identityId: recipient.id,
        email: newEmail,
        firstName: recipient.firstName,
        purpose: 'email_change',
        sealedToken: owner ? null : confirming.sealedToken,
      },
    })
  notifyOwnerOfChange(unit, identity, from, 'email_changing', { sealedToken: undoing.sealedToken })
}

/** Replaces the address of the account. The earlier one stays claimed for a while, for `undoEmailChange`. */
export const confirmEmailChange = async ({ db }: App, unit: Unit, token: string, from: Origin): Promise<void> => {
  const { identity: id, item } = await readEmailToken<{ newEmail: string }>(db, unit, 'email-change', token)
  const account = await findAccount(db, id)
  if (!account || isHeld(account.identity, unit.now)) throw buildTokenProblem()
  const { identity, memberships } = account
  await checkMayHaveEmail(db, memberships, item.newEmail, 'token')
  const heldUntil = new Date(unit.now.getTime() + HELD_DAYS * DAY_SECONDS * 1000)
  claimEmail(unit, item.newEmail, id, { refuse: buildTokenProblem })
  unit.add({
    update: emailKey(identity.email),
    set: 'SET #expiresAt = :until',
    when: '#identity = :id',
    values: { ':id': id, ':until': Math.floor(heldUntil.getTime() / 1000) },
  })
  const formerEmail = { email: identity.email, heldUntil: heldUntil.toISOString() }
  changeIdentity(unit, id, { email: item.newEmail, formerEmail }, identity)
  voidEmailTokens(unit, id, 'email-change')
  rememberAddress(unit, identity, from)
  recordCredentialChange(unit, account, from)
  unit.schedule('iam.account.update-members', { identityId: id })
}

/**
 * Stops a change of the address, or restores the earlier address. Whoever asked for the change was somebody else, so all
 * sessions end, the password becomes invalid, and providers' accounts that were linked since the request are unlinked.
 */
export const undoEmailChange = async ({ db }: App, unit: Unit, token: string, from: Origin): Promise<void> => {
  const { identity: id, item, issuedAt } = await readEmailToken<{ oldEmail: string }>(db, unit, 'email-undo', token)
  const [account, links] = await Promise.all([findAccount(db, id), listLinks(db, id)])
  if (!account) throw buildTokenProblem()
  const { identity } = account
  const { oldEmail } = item
  if (identity.email !== oldEmail) {
    const own = { values: { ':id': id } }
    unit.add(
      { update: emailKey(oldEmail), set: 'REMOVE #expiresAt', when: '#identity = :id', ...own },
      { refuse: buildTokenProblem },
    )
    unit.add({ delete: emailKey(identity.email), when: '#identity = :id', ...own })
    unit.schedule('iam.account.update-members', { identityId: id })
  }
  for (const link of links) if (Date.parse(link.linkedAt) >= issuedAt.getTime()) removeLink(unit, id, link)
  endSessionsOf(unit, identity, null, { email: oldEmail, formerEmail: null, passwordHash: '' })
  voidEmailTokens(unit, id)
  recordCredentialChange(unit, account, from)
}

/** Frees the earlier address of an account that is deleted. Returns its digest. */
export const freeFormerEmail = async ({ db }: Pick<App, 'db'>, unit: Unit, { id, formerEmail }: Identity) => {
  if (!formerEmail) return undefined
  if ((await findEmailOwner(db, formerEmail.email, unit.now)) === id)
    unit.add({ delete: emailKey(formerEmail.email), when: '#identity = :id', values: { ':id': id } })
  return hashEmail(formerEmail.email)
}
