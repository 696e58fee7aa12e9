import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_FR } from './frame.ts'
import { NAMES_FR } from './names.ts'

const ROLE = showName('role', NAMES_FR.role)
const BEFORE = showName('before', NAMES_FR.role)

const AT = 'Le {{ at | datetime }}, depuis {{ device }},'
const SIGNED_IN = 'Le {{ at | datetime }}, quelqu’un s’est connecté à votre compte depuis'
const RESET = 'réinitialisez votre mot de passe maintenant. Cela déconnecte tous les appareils'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Un nouveau moyen de vous connecter à votre compte',
    unlinked: 'Un moyen de connexion à votre compte a été supprimé',
    password_changed: 'Votre mot de passe a été modifié',
    email_changing: 'Votre adresse e-mail est sur le point de changer',
    factor_added: 'Un second facteur a été ajouté à votre compte',
    factor_removed: 'Un second facteur a été supprimé de votre compte',
    factors_reset: 'Tous les seconds facteurs de votre compte ont été supprimés',
    recovery_codes_replaced: 'Vous avez de nouveaux codes de secours',
  },
  'Un nouvel appareil s’est connecté à votre compte',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} un compte chez {{ provider }} a été associé à votre compte. Son titulaire peut désormais se connecter à votre compte.`,
  unlinked: `${AT} un compte chez {{ provider }} a été dissocié de votre compte. Il ne permet plus de se connecter.`,
  password_changed: `${AT} le mot de passe de votre compte a été modifié. Toutes les autres sessions ont pris fin.`,
  email_changing: `${AT} une autre adresse e-mail a été demandée pour votre compte. Elle remplacera celle-ci dès qu’elle sera confirmée.`,
  factor_added: `${AT} un second facteur a été ajouté à votre compte. Il sera désormais demandé à chaque connexion.`,
  factor_removed: `${AT} un second facteur a été supprimé de votre compte.`,
  factors_reset:
    'Le {{ at | datetime }}, notre assistance a supprimé tous les seconds facteurs et codes de secours de votre compte, à la demande de son titulaire. Toutes les sessions ont pris fin.',
  recovery_codes_replaced: `${AT} de nouveaux codes de secours ont été créés pour votre compte. Les précédents ne fonctionnent plus.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'dissociez ce compte dans vos paramètres et réinitialisez votre mot de passe maintenant. Cela déconnecte tous les appareils',
    email_changing:
      'suivez le lien. Votre compte conserve alors cette adresse, même si l’autre a été confirmée entre-temps ; tous les appareils sont déconnectés et vous choisissez un nouveau mot de passe',
    factor_added: 'réinitialisez votre mot de passe maintenant et demandez à notre assistance de supprimer le facteur',
    factors_reset: 'réinitialisez votre mot de passe maintenant et ajoutez de nouveau un facteur',
  },
  RESET,
)

export const PEOPLE_FR: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Confirmez votre adresse e-mail', 'Vous avez déjà un compte'),
    message: showIf(
      'token',
      'Veuillez confirmer votre adresse e-mail avec le lien que nous y avons envoyé.',
      'Quelqu’un a voulu utiliser votre adresse e-mail, qui possède déjà un compte. Rien n’a changé.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_FR.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Veuillez confirmer que cette adresse e-mail est la vôtre. Elle remplacera alors l’adresse actuelle de votre compte.',
            'Bienvenue ! Veuillez confirmer que cette adresse e-mail est la vôtre, afin de pouvoir vous connecter.',
          ),
        ],
        action: 'Confirmer l’adresse e-mail',
        notes: [
          'Le lien fonctionne une seule fois et expire au bout de 24 heures.',
          `Si vous n’avez pas ${showIf('purpose == "email_change"', 'demandé cela', 'créé de compte')}, vous pouvez ignorer cet e-mail.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_FR.greetingByName,
        paragraphs: [
          `Quelqu’un, probablement vous, a voulu ${showIf('purpose == "email_change"', 'utiliser cette adresse e-mail pour un autre compte', 's’inscrire avec cette adresse e-mail')}. Elle possède déjà un compte, rien n’a donc changé.`,
          'Connectez-vous comme d’habitude. Si vous avez oublié votre mot de passe, vous pouvez le réinitialiser sur la page de connexion.',
        ],
        action: 'Se connecter',
        notes: ['Si ce n’était pas vous, vous n’avez rien à faire.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Réinitialisez votre mot de passe',
    message:
      'Quelqu’un, probablement vous, a demandé à réinitialiser votre mot de passe. Nous avons envoyé le lien par e-mail.',
    mail: {
      greeting: FRAME_FR.greetingByName,
      paragraphs: ['Quelqu’un, probablement vous, a demandé à réinitialiser le mot de passe de votre compte.'],
      action: 'Définir un nouveau mot de passe',
      notes: [
        'Le lien fonctionne une seule fois et expire au bout d’une heure. Un nouveau mot de passe vous déconnecte partout.',
        'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Votre mot de passe reste le même.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Quelqu’un se connecte à votre compte',
    message:
      'Le {{ at | datetime }}, quelqu’un a franchi depuis {{ device }} la première étape d’une connexion à votre compte. Nous avons demandé votre second facteur.',
    mail: {
      greeting: FRAME_FR.greetingByName,
      paragraphs: [
        'Le {{ at | datetime }}, quelqu’un a franchi depuis {{ device }} la première étape d’une connexion à votre compte. Nous avons demandé votre second facteur et l’acceptons jusqu’au {{ expiresAt | datetime }}.',
        'Si c’était vous, vous n’avez rien à faire.',
      ],
      action: 'Vérifier vos sessions',
      notes: [
        'Si ce n’était pas vous, quelqu’un connaît peut-être votre mot de passe : réinitialisez-le maintenant. Sans votre second facteur, personne ne peut se connecter ; ne donnez donc de code à personne.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_FR.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} un appareil que nous ne connaissions pas : {{ device }}.`),
        'Si c’était vous, vous n’avez rien à faire.',
      ],
      action: showByChange({ email_changing: 'Ce n’était pas moi' }, 'Vérifier vos sessions'),
      notes: [`Si ce n’était pas vous, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Vous êtes invité à rejoindre {{ tenantName }}',
    message: `{{ invitedBy | default: "Quelqu’un" }} vous a invité à rejoindre {{ tenantName }}. Votre rôle : ${ROLE}.`,
    mail: {
      action: 'Accepter l’invitation',
      notes: [
        'Le lien fonctionne une seule fois et pour une durée limitée. Une invitation plus récente le remplace.',
        'Si vous ne savez pas qui vous a invité, vous pouvez ignorer cet e-mail.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Bienvenue chez {{ tenantName }}',
    message: `Vous êtes désormais membre de {{ tenantName }}. Votre rôle : ${ROLE}.`,
    mail: {
      greeting: FRAME_FR.greetingByName,
      action: 'Se connecter',
      notes: ['Si vous êtes déjà connecté, sélectionnez l’organisation pour y travailler.'],
    },
  },
  'iam.membership.created': {
    title: 'Nouvelle invitation',
    message: `Une personne a été invitée comme membre avec le rôle ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'Nouveau membre',
    message: `Une invitation a été acceptée. Rôle du nouveau membre : ${ROLE}.`,
  },
  'iam.membership.suspended': { title: 'Membre suspendu', message: `Un membre avec le rôle ${ROLE} a été suspendu.` },
  'iam.membership.reinstated': {
    title: 'Membre réintégré',
    message: `Un membre suspendu avec le rôle ${ROLE} a été réintégré.`,
  },
  'iam.membership.role_assigned': {
    title: 'Rôle modifié',
    message: `Nouveau rôle d’un membre : ${ROLE} (auparavant ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Membre retiré',
    message: `Un membre avec le rôle ${ROLE} est parti ou a été retiré.`,
  },
  'messaging.message.new': {
    title: 'Nouveau message de {{ senderName }}',
    message: '{{ senderName }} : {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} vous a écrit :', '{{ excerpt }}'],
      action: 'Répondre',
      notes: [FRAME_FR.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} vous a mentionné',
    message: '{{ senderName }} vous a mentionné : {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} vous a mentionné :', '{{ excerpt }}'],
      action: 'Répondre',
      notes: [FRAME_FR.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'En savoir plus' } },
}
