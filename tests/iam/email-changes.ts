import { expect } from 'vitest'
import { buildMailedTokenContext } from '../../lib/iam/accounts/email-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import { readEvents } from '../support/events.ts'
import { ask, type SignedIn } from './people.ts'

/** Requests another address, and returns the tokens of both mails. */
export const requestEmail = async (who: SignedIn, newEmail: string) => {
  const { status } = await who.post('/api/iam/account/change-email', { newEmail })
  expect(status).toBe(202)
  const events = (await readEvents('PLATFORM')).filter(
    ({ data }) => 'identityId' in data && data.identityId === who.claims.sub && 'sealedToken' in data,
  )
  const open = async (topic: string, test: (data: object) => boolean) => {
    const found = events.findLast((event) => event.topic === topic && test(event.data))
    const sealed = (found?.data as { sealedToken?: string | null } | undefined)?.sealedToken
    return sealed ? await app().vault.open(sealed, buildMailedTokenContext(who.claims.sub)) : ''
  }
  return {
    confirming: await open(
      'iam.identity.email_verification',
      (data) => 'purpose' in data && data.purpose === 'email_change',
    ),
    undoing: await open(
      'iam.identity.new_device_login',
      (data) => 'change' in data && data.change === 'email_changing',
    ),
  }
}
export const confirm = (token: string) => ask('email-change/confirm', { token })
export const undo = (token: string) => ask('email-change/undo', { token })
