import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_DE } from './frame.ts'
import { NAMES_DE } from './names.ts'

const ROLE = showName('role', NAMES_DE.role)
const BEFORE = showName('before', NAMES_DE.role)

const AT = 'Am {{ at | datetime }} wurde von {{ device }} aus'
const SIGNED_IN = 'Am {{ at | datetime }} hat sich jemand bei Ihrem Konto angemeldet, mit'
const RESET = 'setzen Sie jetzt Ihr Passwort zurück. Dadurch werden alle Geräte abgemeldet'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Eine neue Anmeldemöglichkeit für Ihr Konto',
    unlinked: 'Eine Anmeldemöglichkeit Ihres Kontos wurde entfernt',
    password_changed: 'Ihr Passwort wurde geändert',
    email_changing: 'Ihre E-Mail-Adresse soll geändert werden',
    factor_added: 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt',
    factor_removed: 'Ein zweiter Faktor Ihres Kontos wurde entfernt',
    factors_reset: 'Alle zweiten Faktoren Ihres Kontos wurden entfernt',
    recovery_codes_replaced: 'Sie haben neue Wiederherstellungscodes',
  },
  'Anmeldung bei Ihrem Konto mit einem neuen Gerät',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} ein Konto bei {{ provider }} mit Ihrem Konto verknüpft. Dessen Inhaber kann sich jetzt bei Ihrem Konto anmelden.`,
  unlinked: `${AT} die Verknüpfung eines Kontos bei {{ provider }} mit Ihrem Konto aufgehoben. Es ermöglicht keine Anmeldung mehr.`,
  password_changed: `${AT} das Passwort Ihres Kontos geändert. Alle anderen Sitzungen wurden beendet.`,
  email_changing: `${AT} eine andere E-Mail-Adresse für Ihr Konto beantragt. Sie ersetzt diese hier, sobald sie bestätigt ist.`,
  factor_added: `${AT} ein zweiter Faktor zu Ihrem Konto hinzugefügt. Ab jetzt wird bei jeder Anmeldung einer verlangt.`,
  factor_removed: `${AT} ein zweiter Faktor Ihres Kontos entfernt.`,
  factors_reset:
    'Am {{ at | datetime }} hat unser Support alle zweiten Faktoren und Wiederherstellungscodes Ihres Kontos entfernt, wie es dessen Inhaber gewünscht hatte. Alle Sitzungen wurden beendet.',
  recovery_codes_replaced: `${AT} neue Wiederherstellungscodes für Ihr Konto erstellt. Die bisherigen gelten nicht mehr.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'heben Sie die Verknüpfung in Ihren Einstellungen auf und setzen Sie jetzt Ihr Passwort zurück. Dadurch werden alle Geräte abgemeldet',
    email_changing:
      'folgen Sie dem Link. Ihr Konto behält dann diese Adresse, auch wenn die andere inzwischen bestätigt wurde; alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort',
    factor_added: 'setzen Sie jetzt Ihr Passwort zurück und bitten Sie unseren Support, den Faktor zu entfernen',
    factors_reset: 'setzen Sie jetzt Ihr Passwort zurück und fügen Sie wieder einen Faktor hinzu',
  },
  RESET,
)

export const PEOPLE_DE: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Bestätigen Sie Ihre E-Mail-Adresse', 'Sie haben bereits ein Konto'),
    message: showIf(
      'token',
      'Bitte bestätigen Sie Ihre E-Mail-Adresse mit dem Link, den wir an sie gesendet haben.',
      'Jemand wollte Ihre E-Mail-Adresse verwenden, die bereits ein Konto hat. Es wurde nichts geändert.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_DE.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Sie ersetzt dann die bisherige Adresse Ihres Kontos.',
            'Willkommen! Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört, damit Sie sich anmelden können.',
          ),
        ],
        action: 'E-Mail-Adresse bestätigen',
        notes: [
          'Der Link gilt einmal und 24 Stunden lang.',
          `Falls Sie ${showIf('purpose == "email_change"', 'das nicht beantragt', 'kein Konto angelegt')} haben, können Sie diese E-Mail ignorieren.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_DE.greetingByName,
        paragraphs: [
          `Jemand, wahrscheinlich Sie, wollte ${showIf('purpose == "email_change"', 'diese E-Mail-Adresse für ein anderes Konto verwenden', 'sich mit dieser E-Mail-Adresse registrieren')}. Sie hat bereits ein Konto, daher wurde nichts geändert.`,
          'Melden Sie sich wie gewohnt an. Falls Sie Ihr Passwort vergessen haben, können Sie es auf der Anmeldeseite zurücksetzen.',
        ],
        action: 'Anmelden',
        notes: ['Falls Sie das nicht waren, müssen Sie nichts tun.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Passwort zurücksetzen',
    message: 'Jemand, wahrscheinlich Sie, möchte Ihr Passwort zurücksetzen. Wir haben den Link per E-Mail gesendet.',
    mail: {
      greeting: FRAME_DE.greetingByName,
      paragraphs: ['Jemand, wahrscheinlich Sie, möchte das Passwort Ihres Kontos zurücksetzen.'],
      action: 'Neues Passwort festlegen',
      notes: [
        'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab.',
        'Falls Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt, wie es ist.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Jemand meldet sich bei Ihrem Konto an',
    message:
      'Am {{ at | datetime }} hat jemand mit {{ device }} den ersten Schritt einer Anmeldung bei Ihrem Konto abgeschlossen. Wir haben nach Ihrem zweiten Faktor gefragt.',
    mail: {
      greeting: FRAME_DE.greetingByName,
      paragraphs: [
        'Am {{ at | datetime }} hat jemand mit {{ device }} den ersten Schritt einer Anmeldung bei Ihrem Konto abgeschlossen. Wir haben nach Ihrem zweiten Faktor gefragt und nehmen ihn bis {{ expiresAt | datetime }} an.',
        'Falls Sie das waren, müssen Sie nichts tun.',
      ],
      action: 'Sitzungen prüfen',
      notes: [
        'Falls Sie das nicht waren, kennt vielleicht jemand Ihr Passwort: Setzen Sie es jetzt zurück. Ohne Ihren zweiten Faktor kann sich niemand anmelden; geben Sie also niemandem einen Code.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_DE.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} einem Gerät, das wir noch nicht kennen: {{ device }}.`),
        'Falls Sie das waren, müssen Sie nichts tun.',
      ],
      action: showByChange({ email_changing: 'Das war ich nicht' }, 'Sitzungen prüfen'),
      notes: [`Falls Sie das nicht waren, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Sie sind zu {{ tenantName }} eingeladen',
    message: `{{ invitedBy | default: "Jemand" }} hat Sie eingeladen, {{ tenantName }} beizutreten. Ihre Rolle: ${ROLE}.`,
    mail: {
      action: 'Einladung annehmen',
      notes: [
        'Der Link gilt einmal und für begrenzte Zeit. Eine neuere Einladung ersetzt ihn.',
        'Falls Sie nicht wissen, wer Sie eingeladen hat, können Sie diese E-Mail ignorieren.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Willkommen bei {{ tenantName }}',
    message: `Sie sind jetzt Mitglied von {{ tenantName }}. Ihre Rolle: ${ROLE}.`,
    mail: {
      greeting: FRAME_DE.greetingByName,
      action: 'Anmelden',
      notes: ['Falls Sie schon angemeldet sind, wählen Sie den Mandanten aus, um darin zu arbeiten.'],
    },
  },
  'iam.membership.created': {
    title: 'Neue Einladung',
    message: `Jemand wurde als Mitglied mit der Rolle ${ROLE} eingeladen.`,
  },
  'iam.membership.member_joined': {
    title: 'Neues Mitglied',
    message: `Eine Einladung wurde angenommen. Das neue Mitglied hat die Rolle ${ROLE}.`,
  },
  'iam.membership.suspended': {
    title: 'Mitglied gesperrt',
    message: `Ein Mitglied mit der Rolle ${ROLE} wurde gesperrt.`,
  },
  'iam.membership.reinstated': {
    title: 'Mitglied wieder zugelassen',
    message: `Ein gesperrtes Mitglied mit der Rolle ${ROLE} wurde wieder zugelassen.`,
  },
  'iam.membership.role_assigned': {
    title: 'Rolle geändert',
    message: `Ein Mitglied hat jetzt die Rolle ${ROLE} (bisher ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Mitglied entfernt',
    message: `Ein Mitglied mit der Rolle ${ROLE} hat den Mandanten verlassen oder wurde entfernt.`,
  },
  'messaging.message.new': {
    title: 'Neue Nachricht von {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} hat Ihnen geschrieben:', '{{ excerpt }}'],
      action: 'Antworten',
      notes: [FRAME_DE.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} hat Sie erwähnt',
    message: '{{ senderName }} hat Sie erwähnt: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} hat Sie erwähnt:', '{{ excerpt }}'],
      action: 'Antworten',
      notes: [FRAME_DE.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'Weiterlesen' } },
}
