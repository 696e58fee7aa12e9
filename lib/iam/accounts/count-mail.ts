import { hashEmail } from '../../platform/access/email.ts'
import { checkRateLimit, mailGateKey } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'

const MAX_MAILS = 5
const WINDOW_SECONDS = 3600

/** Who can ask for the mail: `anybody`, also without an account, or the `members` of a tenant. */
type Askers = 'anybody' | 'members'

/** Folds the names behind a plus sign, all of which lead to one mailbox. */
const foldMailbox = (email: string) => {
  const [tag, at] = [email.indexOf('+', 1), email.lastIndexOf('@')]
  return tag > 0 && tag < at ? email.slice(0, tag) + email.slice(at) : email
}

/** Counts a mail to an address that may not have asked for it. Throws if the address got as many as it may get in an hour. */
export const countMail = async ({ db }: Pick<App, 'db'>, now: Date, email: string, askers: Askers): Promise<void> => {
  const key = mailGateKey(hashEmail(foldMailbox(email)), askers)
  await checkRateLimit(db, now, key, MAX_MAILS, { windowSeconds: WINDOW_SECONDS })
}

/** Like `countMail`, for requests whose answer does not tell: returns false if the address gets no further mail for now. */
export const mayMail = async (app: Pick<App, 'db'>, now: Date, email: string): Promise<boolean> => {
  try {
    await countMail(app, now, email, 'anybody')
    return true
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'RATE_LIMITED') return false
    throw error
  }
}
