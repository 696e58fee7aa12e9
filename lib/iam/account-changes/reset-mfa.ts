import type { App } from '../../platform/app/app.ts'
import { createLog } from '../../platform/log.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import { findAccount, findEmailOwner, mfaKey } from '../identity-store.ts'
import { endSessionsOf } from '../sessions/session-store.ts'

const MAX_NOTE_LENGTH = 200

/**
 * Removes all second factors of a person who has lost them, ends all sessions and mails the owner. The note says who decided
 * and why; it goes to the log, so it must not name the person.
 */
export const resetMfa = async (app: App, email: string, note: string): Promise<string> => {
  const reason = note.trim()
  if (!reason || reason.length > MAX_NOTE_LENGTH || /@/.test(reason))
    throw new Error(
      `Give a note of at most ${MAX_NOTE_LENGTH} characters, such as a ticket number, without an address.`,
    )
  const owner = await findEmailOwner(app.db, email, app.clock())
  if (!owner) throw new Error('No account has this e-mail address.')
  const removed = await runInUnit(app.db, { tenant: undefined, actor: null, now: app.clock() }, async (unit) => {
    const account = await findAccount(app.db, owner)
    if (!account?.mfa.factors.length) return 0
    const { rev, factors } = account.mfa
    unit.add({ delete: mfaKey(owner), when: '#rev = :rev', values: { ':rev': rev } })
    endSessionsOf(unit, account.identity)
    notifyOwnerOfChange(unit, account.identity, { device: 'the support' }, 'factors_reset')
    return factors.length
  })
  if (!removed) throw new Error('This account has no second factor.')
  createLog({}).info('iam.mfa.reset', { identityId: owner, factors: removed, note: reason })
  return `Removed the factors: ${removed}. The person can sign in with the password and was told by mail.`
}
