import type { TopicData } from '../events/topics.ts'
import type { MailedTopic } from './wording.ts'

/** A mail's content, apart from how it looks. */
export interface Letter {
  subject: string
  greeting: string
  /** Before the action. */
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  /** After the action, in smaller print. */
  notes: readonly string[]
}

interface Links {
  appUrl: string
  /** What the event carried sealed. */
  token: string | null
}

const at = (appUrl: string, path: string, token: string) =>
  `${appUrl.endsWith('/') ? appUrl.slice(0, -1) : appUrl}${path}?token=${encodeURIComponent(token)}`

const moment = (iso: string) => `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`

const hello = (firstName: string) => `Hello ${firstName},`

/** What each mail says, where nobody wrote a template. */
export const LETTERS: { [T in MailedTopic]: (data: TopicData[T], links: Links) => Letter } = {
  'iam.identity.email_verification': ({ firstName }, { appUrl, token }) =>
    token === null
      ? {
          subject: 'You already have an account',
          greeting: hello(firstName),
          paragraphs: [
            'Somebody, probably you, tried to register with this e-mail address. It already has an account, so nothing was changed.',
            'Sign in as usual. If you do not remember your password, you can reset it on the sign-in page.',
          ],
          action: { label: 'Sign in', url: appUrl },
          notes: ['If this was not you, there is nothing to do.'],
        }
      : {
          subject: 'Confirm your e-mail address',
          greeting: hello(firstName),
          paragraphs: ['Welcome. Please confirm that this e-mail address is yours, so that you can sign in.'],
          action: { label: 'Confirm e-mail address', url: at(appUrl, '/verify-email', token) },
          notes: [
            'The link works once and for 24 hours.',
            'If you did not create an account, you can ignore this e-mail.',
          ],
        },
  'iam.identity.password_reset': ({ firstName }, { appUrl, token }) => ({
    subject: 'Reset your password',
    greeting: hello(firstName),
    paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
    action: { label: 'Set a new password', url: at(appUrl, '/reset-password', token ?? '') },
    notes: [
      'The link works once and for one hour. Setting a new password signs you out everywhere.',
      'If this was not you, ignore this e-mail: your password stays as it is.',
    ],
  }),
  'iam.identity.new_device_login': ({ firstName, device, at: when }, { appUrl }) => ({
    subject: 'A new device signed in to your account',
    greeting: hello(firstName),
    paragraphs: [
      `Somebody signed in to your account on ${moment(when)} from a device that we have not seen before: ${device}.`,
      'If that was you, there is nothing to do.',
    ],
    action: { label: 'Look at your sessions', url: appUrl },
    notes: ['If it was not you, reset your password at once: that signs out every device.'],
  }),
  'iam.tenant.invitation_sent': ({ tenantName, role, invitedBy }, { appUrl, token }) => ({
    subject: `You are invited to ${tenantName}`,
    greeting: 'Hello,',
    paragraphs: [`${invitedBy ?? 'Somebody'} invites you to work in ${tenantName}, with the role ${role}.`],
    action: { label: 'Accept the invitation', url: at(appUrl, '/accept-invitation', token ?? '') },
    notes: [
      'The link works once and for seven days; a newer invitation replaces it.',
      'If you do not know who invites you, ignore this e-mail: nothing happens.',
    ],
  }),
  'iam.tenant.welcome_sent': ({ firstName, tenantName, role }, { appUrl }) => ({
    subject: `Welcome to ${tenantName}`,
    greeting: hello(firstName),
    paragraphs: [`You are a member of ${tenantName} now, with the role ${role}.`],
    action: { label: 'Sign in', url: appUrl },
    notes: ['If you are signed in already, select the tenant to work in it.'],
  }),
}
