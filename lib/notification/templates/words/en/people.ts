import { type ChangeWords, showByChange, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_EN } from './frame.ts'
import { NAMES_EN } from './names.ts'

const ROLE = showName('role', NAMES_EN.role)
const BEFORE = showName('before', NAMES_EN.role)

const AT = 'On {{ at | datetime }}, from {{ device }},'

const SIGNED_IN = 'Someone signed in to your account on {{ at | datetime }} from'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'A new way to sign in to your account',
    unlinked: 'A way to sign in to your account was removed',
    password_changed: 'Your password was changed',
    email_changing: 'Your e-mail address is about to change',
    factor_added: 'A second factor was added to your account',
    factor_removed: 'A second factor was removed from your account',
    factors_reset: 'All second factors were removed from your account',
    recovery_codes_replaced: 'You have new recovery codes',
  },
  'A new device signed in to your account',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked:
    'On {{ at | datetime }}, an account at {{ provider }} was linked to your account from {{ device }}. Its owner can now sign in to your account.',
  unlinked:
    'On {{ at | datetime }}, an account at {{ provider }} was unlinked from your account from {{ device }}. It can no longer sign in to your account.',
  password_changed: `${AT} the password of your account was changed. All other sessions have ended.`,
  email_changing: `${AT} another e-mail address was requested for your account. It replaces this one once it is confirmed.`,
  factor_added: `${AT} a second factor was added to your account. Sign-ins ask for one from now on.`,
  factor_removed: `${AT} a second factor was removed from your account.`,
  factors_reset:
    'On {{ at | datetime }}, our support removed all second factors and recovery codes from your account, as its owner had asked. All sessions have ended.',
  recovery_codes_replaced: `${AT} new recovery codes were created for your account. The earlier ones no longer work.`,
}

const NEXT_STEP = showByChange(
  {
    linked: 'unlink that account in your settings and reset your password now. This signs out every device',
    unlinked: 'reset your password now. This signs out every device',
    password_changed: 'reset your password now. This signs out every device',
    email_changing:
      'follow the link. It keeps this address, also if the other one was confirmed meanwhile, signs out every device, and asks you for a new password',
    factor_added: 'reset your password now, and ask our support to remove the factor',
    factor_removed: 'reset your password now. This signs out every device',
    factors_reset: 'reset your password now, and add a factor again',
    recovery_codes_replaced: 'reset your password now. This signs out every device',
  },
  'reset your password now. This signs out every device',
)

export const PEOPLE_EN: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: '{% if token %}Confirm your e-mail address{% else %}You already have an account{% endif %}',
    message:
      '{% if token %}Please confirm your e-mail address with the link that we sent to it.{% else %}Someone tried to use your e-mail address, which already has an account. Nothing has changed.{% endif %}',
    mail: {
      withToken: {
        greeting: FRAME_EN.greetingByName,
        paragraphs: [
          '{% if purpose == "email_change" %}Please confirm that this e-mail address is yours. It then replaces the current address of your account.{% else %}Welcome! Please confirm that this e-mail address is yours, so that you can sign in.{% endif %}',
        ],
        action: 'Confirm e-mail address',
        notes: [
          'The link works once and expires after 24 hours.',
          'If you did not {% if purpose == "email_change" %}ask for this{% else %}create an account{% endif %}, you can ignore this e-mail.',
        ],
      },
      withoutToken: {
        greeting: FRAME_EN.greetingByName,
        paragraphs: [
          'Someone, probably you, tried to {% if purpose == "email_change" %}use this e-mail address for another account{% else %}register with this e-mail address{% endif %}. It already has an account, so nothing has changed.',
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
      greeting: FRAME_EN.greetingByName,
      paragraphs: ['Someone, probably you, asked to reset the password of your account.'],
      action: 'Set a new password',
      notes: [
        'The link works once and expires after one hour. A new password signs you out everywhere.',
        'If this was not you, you can ignore this e-mail. Your password stays the same.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Someone is signing in to your account',
    message:
      'Someone completed the first step of a sign-in to your account on {{ at | datetime }} from {{ device }}. We asked for your second factor.',
    mail: {
      greeting: FRAME_EN.greetingByName,
      paragraphs: [
        'Someone completed the first step of a sign-in to your account on {{ at | datetime }} from {{ device }}. We asked for your second factor and accept it until {{ expiresAt | datetime }}.',
        'If this was you, you do not have to do anything.',
      ],
      action: 'Review your sessions',
      notes: [
        'If this was not you, someone may know your password: reset it now. Without your second factor nobody can sign in, so do not give a code to anyone.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_EN.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} a device that we have not seen before: {{ device }}.`),
        'If this was you, you do not have to do anything.',
      ],
      action: showByChange({ email_changing: 'This was not me' }, 'Review your sessions'),
      notes: [`If this was not you, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'You are invited to {{ tenantName }}',
    message: `{{ invitedBy | default: "Someone" }} has invited you to join {{ tenantName }} with the role ${ROLE}.`,
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
    message: `You are now a member of {{ tenantName }} with the role ${ROLE}.`,
    mail: {
      greeting: FRAME_EN.greetingByName,
      action: 'Sign in',
      notes: ['If you are already signed in, select the tenant to work in it.'],
    },
  },
  'iam.membership.created': {
    title: 'New invitation',
    message: `Someone was invited as a member with the role ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'New member',
    message: `An invitation was accepted. The new member has the role ${ROLE}.`,
  },
  'iam.membership.suspended': {
    title: 'Member suspended',
    message: `A member with the role ${ROLE} was suspended.`,
  },
  'iam.membership.reinstated': {
    title: 'Member reinstated',
    message: `A suspended member with the role ${ROLE} was reinstated.`,
  },
  'iam.membership.role_assigned': {
    title: 'Role changed',
    message: `The role of a member changed from ${BEFORE} to ${ROLE}.`,
  },
  'iam.membership.role_revoked': {
    title: 'Member removed',
    message: `A member with the role ${ROLE} left or was removed.`,
  },

  'messaging.message.new': {
    title: 'New message from {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} wrote to you:', '{{ excerpt }}'],
      action: 'Reply',
      notes: [FRAME_EN.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} mentioned you',
    message: '{{ senderName }} mentioned you: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} mentioned you:', '{{ excerpt }}'],
      action: 'Reply',
      notes: [FRAME_EN.whyWritten],
    },
  },

  'admin.platform.announcement': {
    title: '{{ title }}',
    message: '{{ message }}',
    mail: { action: 'Read more' },
  },
}
