import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_NL } from './frame.ts'
import { NAMES_NL } from './names.ts'

const ROLE = showName('role', NAMES_NL.role)
const BEFORE = showName('before', NAMES_NL.role)

const AT = 'Op {{ at | datetime }} is vanaf {{ device }}'
const SIGNED_IN = 'Op {{ at | datetime }} heeft iemand zich bij uw account aangemeld met'
const RESET = 'stel dan nu uw wachtwoord opnieuw in. Daarmee worden alle apparaten afgemeld'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Een nieuwe manier om u bij uw account aan te melden',
    unlinked: 'Een aanmeldmethode van uw account is verwijderd',
    password_changed: 'Uw wachtwoord is gewijzigd',
    email_changing: 'Uw e-mailadres wordt binnenkort gewijzigd',
    factor_added: 'Er is een tweede factor aan uw account toegevoegd',
    factor_removed: 'Er is een tweede factor van uw account verwijderd',
    factors_reset: 'Alle tweede factoren van uw account zijn verwijderd',
    recovery_codes_replaced: 'U hebt nieuwe herstelcodes',
  },
  'Een nieuw apparaat heeft zich bij uw account aangemeld',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} een account bij {{ provider }} aan uw account gekoppeld. De eigenaar daarvan kan zich nu bij uw account aanmelden.`,
  unlinked: `${AT} een account bij {{ provider }} van uw account losgekoppeld. Daarmee is aanmelden niet meer mogelijk.`,
  password_changed: `${AT} het wachtwoord van uw account gewijzigd. Alle andere sessies zijn beëindigd.`,
  email_changing: `${AT} een ander e-mailadres voor uw account aangevraagd. Het vervangt dit adres zodra het is bevestigd.`,
  factor_added: `${AT} een tweede factor aan uw account toegevoegd. Voortaan wordt er bij het aanmelden om een gevraagd.`,
  factor_removed: `${AT} een tweede factor van uw account verwijderd.`,
  factors_reset:
    'Op {{ at | datetime }} heeft onze helpdesk alle tweede factoren en herstelcodes van uw account verwijderd, op verzoek van de eigenaar. Alle sessies zijn beëindigd.',
  recovery_codes_replaced: `${AT} een reeks nieuwe herstelcodes voor uw account gemaakt. De eerdere werken niet meer.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'koppel dat account dan los in uw instellingen en stel nu uw wachtwoord opnieuw in. Daarmee worden alle apparaten afgemeld',
    email_changing:
      'volg dan de link. Uw account behoudt dit adres, ook als het andere intussen is bevestigd; alle apparaten worden afgemeld en u kiest een nieuw wachtwoord',
    factor_added: 'stel dan nu uw wachtwoord opnieuw in en vraag onze helpdesk de factor te verwijderen',
    factors_reset: 'stel dan nu uw wachtwoord opnieuw in en voeg weer een factor toe',
  },
  RESET,
)

export const PEOPLE_NL: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Bevestig uw e-mailadres', 'U hebt al een account'),
    message: showIf(
      'token',
      'Bevestig uw e-mailadres met de link die we ernaartoe hebben gestuurd.',
      'Iemand wilde uw e-mailadres gebruiken, dat al een account heeft. Er is niets gewijzigd.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_NL.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Bevestig dat dit e-mailadres van u is. Het vervangt dan het huidige adres van uw account.',
            'Welkom! Bevestig dat dit e-mailadres van u is, zodat u zich kunt aanmelden.',
          ),
        ],
        action: 'E-mailadres bevestigen',
        notes: [
          'De link werkt één keer en verloopt na 24 uur.',
          `Hebt u ${showIf('purpose == "email_change"', 'dit niet aangevraagd', 'geen account aangemaakt')}? Dan kunt u deze e-mail negeren.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_NL.greetingByName,
        paragraphs: [
          `Iemand, waarschijnlijk uzelf, wilde ${showIf('purpose == "email_change"', 'dit e-mailadres voor een ander account gebruiken', 'zich met dit e-mailadres registreren')}. Het heeft al een account, dus er is niets gewijzigd.`,
          'Meld u zoals gewoonlijk aan. Als u uw wachtwoord bent vergeten, kunt u het op de aanmeldpagina opnieuw instellen.',
        ],
        action: 'Aanmelden',
        notes: ['Was u dit niet? Dan hoeft u niets te doen.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Wachtwoord opnieuw instellen',
    message:
      'Iemand, waarschijnlijk uzelf, wil uw wachtwoord opnieuw instellen. We hebben de link per e-mail gestuurd.',
    mail: {
      greeting: FRAME_NL.greetingByName,
      paragraphs: ['Iemand, waarschijnlijk uzelf, wil het wachtwoord van uw account opnieuw instellen.'],
      action: 'Nieuw wachtwoord instellen',
      notes: [
        'De link werkt één keer en verloopt na een uur. Met een nieuw wachtwoord wordt u overal afgemeld.',
        'Was u dit niet? Dan kunt u deze e-mail negeren. Uw wachtwoord blijft hetzelfde.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Iemand meldt zich aan bij uw account',
    message:
      'Op {{ at | datetime }} heeft iemand met {{ device }} de eerste stap van een aanmelding bij uw account voltooid. We hebben om uw tweede factor gevraagd.',
    mail: {
      greeting: FRAME_NL.greetingByName,
      paragraphs: [
        'Op {{ at | datetime }} heeft iemand met {{ device }} de eerste stap van een aanmelding bij uw account voltooid. We hebben om uw tweede factor gevraagd en accepteren die tot {{ expiresAt | datetime }}.',
        'Was u dit? Dan hoeft u niets te doen.',
      ],
      action: 'Sessies bekijken',
      notes: [
        'Was u dit niet? Dan kent iemand misschien uw wachtwoord: stel het nu opnieuw in. Zonder uw tweede factor kan niemand zich aanmelden, dus geef niemand een code.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_NL.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} een apparaat dat we nog niet kennen: {{ device }}.`),
        'Was u dit? Dan hoeft u niets te doen.',
      ],
      action: showByChange({ email_changing: 'Dit was ik niet' }, 'Sessies bekijken'),
      notes: [`Als u dit niet was, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'U bent uitgenodigd voor {{ tenantName }}',
    message: `{{ invitedBy | default: "Iemand" }} heeft u uitgenodigd om lid te worden van {{ tenantName }}. Uw rol: ${ROLE}.`,
    mail: {
      action: 'Uitnodiging accepteren',
      notes: [
        'De link werkt één keer en beperkte tijd. Een nieuwere uitnodiging vervangt hem.',
        'Weet u niet wie u heeft uitgenodigd? Dan kunt u deze e-mail negeren.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Welkom bij {{ tenantName }}',
    message: `U bent nu lid van {{ tenantName }}. Uw rol: ${ROLE}.`,
    mail: {
      greeting: FRAME_NL.greetingByName,
      action: 'Aanmelden',
      notes: ['Als u al bent aangemeld, selecteert u de organisatie om erin te werken.'],
    },
  },
  'iam.membership.created': {
    title: 'Nieuwe uitnodiging',
    message: `Er is iemand uitgenodigd als lid met de rol ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'Nieuw lid',
    message: `Een uitnodiging is geaccepteerd. Het nieuwe lid heeft de rol ${ROLE}.`,
  },
  'iam.membership.suspended': { title: 'Lid geblokkeerd', message: `Een lid met de rol ${ROLE} is geblokkeerd.` },
  'iam.membership.reinstated': {
    title: 'Lid weer toegelaten',
    message: `Een geblokkeerd lid met de rol ${ROLE} is weer toegelaten.`,
  },
  'iam.membership.role_assigned': {
    title: 'Rol gewijzigd',
    message: `Een lid heeft nu de rol ${ROLE} (eerder ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Lid verwijderd',
    message: `Een lid met de rol ${ROLE} is vertrokken of verwijderd.`,
  },
  'messaging.message.new': {
    title: 'Nieuw bericht van {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} heeft u geschreven:', '{{ excerpt }}'],
      action: 'Beantwoorden',
      notes: [FRAME_NL.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} heeft u genoemd',
    message: '{{ senderName }} heeft u genoemd: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} heeft u genoemd:', '{{ excerpt }}'],
      action: 'Beantwoorden',
      notes: [FRAME_NL.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'Meer lezen' } },
}
