import type { WordsOf } from './words.ts'

const HELLO = 'Hello {{ firstName }},'
const WRITTEN_TO = ['You receive this e-mail because someone wrote to you. You can change this in your preferences.']

const WAY_CHANGED =
  'On {{ at | datetime }}, an account at {{ provider }} was {% if change == "linked" %}linked to your account from {{ device }}. Its owner can now sign in to your account{% else %}unlinked from your account from {{ device }}. It can no longer sign in to your account{% endif %}.'

export const PEOPLE: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: '{% if token %}Confirm your e-mail address{% else %}You already have an account{% endif %}',
    message:
      '{% if token %}Please confirm your e-mail address with the link that we sent to it.{% else %}Someone tried to register with your e-mail address, which already has an account. Nothing has changed.{% endif %}',
    mail: {
      withToken: {
        greeting: HELLO,
        paragraphs: ['Welcome! Please confirm that this e-mail address is yours, so that you can sign in.'],
        action: 'Confirm e-mail address',
        notes: [
          'The link works once and expires after 24 hours.',
          'If you did not create an account, you can ignore this e-mail.',
        ],
      },
      withoutToken: {
        greeting: HELLO,
        paragraphs: [
          'Someone, probably you, tried to register with this e-mail address. It already has an account, so nothing has changed.',
          'Sign in as usual. If you have forgotten your password, you can reset it on the sign-in page.',
        ],
        action: 'Sign in',
        notes: ['If this was not you, you do not have to do anything.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Reset your password',
    message: 'Someone, probably you, asked to reset your password. We sent the link by e-mail.',
    mail: {
      greeting: HELLO,
      paragraphs: ['Someone, probably you, asked to reset the password of your account.'],
      action: 'Set a new password',
      notes: [
        'The link works once and expires after one hour. A new password signs you out everywhere.',
        'If this was not you, you can ignore this e-mail. Your password stays the same.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Your sign-in code',
    message: '{% if token %}Your sign-in code is {{ token }}.{% else %}We sent you a sign-in code.{% endif %}',
    mail: {
      greeting: HELLO,
      paragraphs: ['Your sign-in code is {{ token }}', 'It works once and expires on {{ expiresAt | datetime }}.'],
      action: 'Sign in',
      notes: ['Do not share it with anyone. If you are not signing in, reset your password now.'],
    },
  },
  'iam.identity.new_device_login': {
    title:
      '{% if change == "linked" %}A new way to sign in to your account{% elsif change == "unlinked" %}A way to sign in to your account was removed{% else %}A new device signed in to your account{% endif %}',
    message: `{% if change %}${WAY_CHANGED}{% else %}Someone signed in to your account on {{ at | datetime }} from {{ device }}.{% endif %}`,
    mail: {
      greeting: HELLO,
      paragraphs: [
        `{% if change %}${WAY_CHANGED}{% else %}Someone signed in to your account on {{ at | datetime }} from a device that we have not seen before: {{ device }}.{% endif %}`,
        'If this was you, you do not have to do anything.',
      ],
      action: 'Review your sessions',
      notes: [
        'If this was not you, {% if change == "linked" %}unlink that account in your settings and {% endif %}reset your password now. This signs out every device.',
      ],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'You are invited to {{ tenantName }}',
    message: '{{ invitedBy | default: "Someone" }} has invited you to join {{ tenantName }} with the role {{ role }}.',
    mail: {
      action: 'Accept the invitation',
      notes: [
        'The link works once and for a limited time. A newer invitation replaces it.',
        'If you do not know who invited you, you can ignore this e-mail.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Welcome to {{ tenantName }}',
    message: 'You are now a member of {{ tenantName }} with the role {{ role }}.',
    mail: {
      greeting: HELLO,
      action: 'Sign in',
      notes: ['If you are already signed in, select the tenant to work in it.'],
    },
  },
  'iam.membership.created': {
    title: 'New invitation',
    message: 'Someone was invited as a member with the role {{ role }}.',
  },
  'iam.membership.member_joined': {
    title: 'New member',
    message: 'An invitation was accepted. The new member has the role {{ role }}.',
  },
  'iam.membership.suspended': {
    title: 'Member suspended',
    message: 'A member with the role {{ role }} was suspended.',
  },
  'iam.membership.reinstated': {
    title: 'Member reinstated',
    message: 'A suspended member with the role {{ role }} was reinstated.',
  },
  'iam.membership.role_assigned': {
    title: 'Role changed',
    message: 'The role of a member changed from {{ before }} to {{ role }}.',
  },
  'iam.membership.role_revoked': {
    title: 'Member removed',
    message: 'A member with the role {{ role }} left or was removed.',
  },

  'messaging.message.new': {
    title: 'New message from {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: { paragraphs: ['{{ senderName }} wrote to you:', '{{ excerpt }}'], action: 'Reply', notes: WRITTEN_TO },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} mentioned you',
    message: '{{ senderName }} mentioned you: {{ excerpt }}',
    mail: { paragraphs: ['{{ senderName }} mentioned you:', '{{ excerpt }}'], action: 'Reply', notes: WRITTEN_TO },
  },

  'admin.platform.announcement': {
    title: '{{ title }}',
    message: '{{ message }}',
    mail: { action: 'Read more' },
  },
}
