import type { WordsOf } from './words.ts'

const HELLO = 'Hello {{ firstName }},'
const WRITTEN_TO = ['You get this e-mail because somebody wrote to you; your preferences say which ones you get.']

const WAY_CHANGED =
  'On {{ at | datetime }} an account at {{ provider }} {% if change == "linked" %}was linked to yours, from {{ device }}. Whoever has it can sign in to your account{% else %}was unlinked from yours, from {{ device }}. It does not sign in to your account any more{% endif %}.'

export const PEOPLE: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: '{% if token %}Confirm your e-mail address{% else %}You already have an account{% endif %}',
    message:
      '{% if token %}Please confirm your e-mail address with the link that was sent to it.{% else %}Somebody tried to register with your e-mail address, which has an account already; nothing was changed.{% endif %}',
    mail: {
      withToken: {
        greeting: HELLO,
        paragraphs: ['Welcome. Please confirm that this e-mail address is yours, so that you can sign in.'],
        action: 'Confirm e-mail address',
        notes: [
          'The link works once and for 24 hours.',
          'If you did not create an account, you can ignore this e-mail.',
        ],
      },
      withoutToken: {
        greeting: HELLO,
        paragraphs: [
          'Somebody, probably you, tried to register with this e-mail address. It already has an account, so nothing was changed.',
          'Sign in as usual. If you do not remember your password, you can reset it on the sign-in page.',
        ],
        action: 'Sign in',
        notes: ['If this was not you, there is nothing to do.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Reset your password',
    message: 'Somebody, probably you, asked to set a new password; the link was sent by e-mail.',
    mail: {
      greeting: HELLO,
      paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
      action: 'Set a new password',
      notes: [
        'The link works once and for one hour. Setting a new password signs you out everywhere.',
        'If this was not you, ignore this e-mail: your password stays as it is.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Your sign-in code',
    message: '{% if token %}Your sign-in code is {{ token }}.{% else %}A sign-in code was sent to you.{% endif %}',
    mail: {
      greeting: HELLO,
      paragraphs: ['Your code to sign in is {{ token }}', 'It works once and until {{ expiresAt | datetime }}.'],
      action: 'Sign in',
      notes: ['Give it to nobody. If it was not you who signs in, reset your password at once.'],
    },
  },
  'iam.identity.new_device_login': {
    title:
      '{% if change == "linked" %}A new way to sign in to your account{% elsif change == "unlinked" %}A way to sign in to your account was taken away{% else %}A new device signed in to your account{% endif %}',
    message: `{% if change %}${WAY_CHANGED}{% else %}Somebody signed in to your account on {{ at | datetime }} from {{ device }}.{% endif %}`,
    mail: {
      greeting: HELLO,
      paragraphs: [
        `{% if change %}${WAY_CHANGED}{% else %}Somebody signed in to your account on {{ at | datetime }} from a device that we have not seen before: {{ device }}.{% endif %}`,
        'If that was you, there is nothing to do.',
      ],
      action: 'Look at your sessions',
      notes: [
        'If it was not you, {% if change == "linked" %}unlink that account in your settings and {% endif %}reset your password at once: that signs out every device.',
      ],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'You are invited to {{ tenantName }}',
    message: '{{ invitedBy | default: "Somebody" }} invites you to work in {{ tenantName }}, with the role {{ role }}.',
    mail: {
      action: 'Accept the invitation',
      notes: [
        'The link works once and for seven days; a newer invitation replaces it.',
        'If you do not know who invites you, ignore this e-mail: nothing happens.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Welcome to {{ tenantName }}',
    message: 'You are a member of {{ tenantName }} now, with the role {{ role }}.',
    mail: {
      greeting: HELLO,
      action: 'Sign in',
      notes: ['If you are signed in already, select the tenant to work in it.'],
    },
  },
  'iam.membership.created': {
    title: 'New invitation',
    message: 'Somebody was invited as a member with the role {{ role }}.',
  },
  'iam.membership.member_joined': {
    title: 'New member',
    message: 'An invitation was accepted: there is a new member with the role {{ role }}.',
  },
  'iam.membership.suspended': {
    title: 'Member suspended',
    message: 'A member with the role {{ role }} was suspended.',
  },
  'iam.membership.reinstated': {
    title: 'Member reinstated',
    message: 'A suspended member with the role {{ role }} may work again.',
  },
  'iam.membership.role_assigned': {
    title: 'Role changed',
    message: 'A member has the role {{ role }} now, instead of {{ before }}.',
  },
  'iam.membership.role_revoked': {
    title: 'Member gone',
    message: 'There is a member less: one with the role {{ role }} left or was removed.',
  },

  'messaging.message.new': {
    title: 'New message from {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: { paragraphs: ['{{ senderName }} wrote to you:', '{{ excerpt }}'], action: 'Answer', notes: WRITTEN_TO },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} mentioned you',
    message: '{{ senderName }} mentioned you: {{ excerpt }}',
    mail: { paragraphs: ['{{ senderName }} mentioned you:', '{{ excerpt }}'], action: 'Answer', notes: WRITTEN_TO },
  },

  'admin.platform.announcement': {
    title: '{{ title }}',
    message: '{{ message }}',
    mail: { action: 'Read more' },
  },
}
