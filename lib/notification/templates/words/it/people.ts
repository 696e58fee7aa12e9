import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_IT } from './frame.ts'
import { NAMES_IT } from './names.ts'

const ROLE = showName('role', NAMES_IT.role)
const BEFORE = showName('before', NAMES_IT.role)

const AT = 'Il {{ at | datetime }}, da {{ device }},'
const SIGNED_IN = 'Il {{ at | datetime }} qualcuno ha effettuato l’accesso al Suo account da'
const RESET = 'reimposti subito la Sua password. In questo modo tutti i dispositivi vengono disconnessi'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Un nuovo modo di accedere al Suo account',
    unlinked: 'Un modo di accedere al Suo account è stato rimosso',
    password_changed: 'La Sua password è stata modificata',
    email_changing: 'Il Suo indirizzo e-mail sta per cambiare',
    factor_added: 'Al Suo account è stato aggiunto un secondo fattore',
    factor_removed: 'Dal Suo account è stato rimosso un secondo fattore',
    factors_reset: 'Tutti i secondi fattori del Suo account sono stati rimossi',
    recovery_codes_replaced: 'Ha nuovi codici di recupero',
  },
  'Un nuovo dispositivo ha effettuato l’accesso al Suo account',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} un account presso {{ provider }} è stato collegato al Suo account. Il suo titolare può ora accedere al Suo account.`,
  unlinked: `${AT} un account presso {{ provider }} è stato scollegato dal Suo account. Non consente più l’accesso.`,
  password_changed: `${AT} la password del Suo account è stata modificata. Tutte le altre sessioni sono terminate.`,
  email_changing: `${AT} è stato richiesto un altro indirizzo e-mail per il Suo account. Sostituirà questo non appena confermato.`,
  factor_added: `${AT} è stato aggiunto un secondo fattore al Suo account. D’ora in poi ne verrà richiesto uno a ogni accesso.`,
  factor_removed: `${AT} è stato rimosso un secondo fattore dal Suo account.`,
  factors_reset:
    'Il {{ at | datetime }} la nostra assistenza ha rimosso tutti i secondi fattori e i codici di recupero del Suo account, come richiesto dal titolare. Tutte le sessioni sono terminate.',
  recovery_codes_replaced: `${AT} sono stati creati nuovi codici di recupero per il Suo account. Quelli precedenti non funzionano più.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'scolleghi quell’account nelle Sue impostazioni e reimposti subito la Sua password. In questo modo tutti i dispositivi vengono disconnessi',
    email_changing:
      'segua il link. Il Suo account manterrà questo indirizzo, anche se l’altro è stato nel frattempo confermato; tutti i dispositivi verranno disconnessi e sceglierà una nuova password',
    factor_added: 'reimposti subito la Sua password e chieda alla nostra assistenza di rimuovere il fattore',
    factors_reset: 'reimposti subito la Sua password e aggiunga di nuovo un fattore',
  },
  RESET,
)

export const PEOPLE_IT: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Confermi il Suo indirizzo e-mail', 'Ha già un account'),
    message: showIf(
      'token',
      'Confermi il Suo indirizzo e-mail con il link che Le abbiamo inviato.',
      'Qualcuno ha provato a usare il Suo indirizzo e-mail, che ha già un account. Non è cambiato nulla.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_IT.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Confermi che questo indirizzo e-mail è Suo. Sostituirà quindi l’indirizzo attuale del Suo account.',
            'Le diamo il benvenuto! Confermi che questo indirizzo e-mail è Suo, per poter accedere.',
          ),
        ],
        action: 'Conferma l’indirizzo e-mail',
        notes: [
          'Il link funziona una sola volta e scade dopo 24 ore.',
          `Se non ha ${showIf('purpose == "email_change"', 'fatto questa richiesta', 'creato un account')}, può ignorare questa e-mail.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_IT.greetingByName,
        paragraphs: [
          `Qualcuno, probabilmente Lei, ha provato a ${showIf('purpose == "email_change"', 'usare questo indirizzo e-mail per un altro account', 'registrarsi con questo indirizzo e-mail')}. Ha già un account, quindi non è cambiato nulla.`,
          'Acceda come di consueto. Se ha dimenticato la password, può reimpostarla nella pagina di accesso.',
        ],
        action: 'Accedi',
        notes: ['Se non è stato Lei, non deve fare nulla.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Reimposti la Sua password',
    message:
      'Qualcuno, probabilmente Lei, ha chiesto di reimpostare la Sua password. Abbiamo inviato il link per e-mail.',
    mail: {
      greeting: FRAME_IT.greetingByName,
      paragraphs: ['Qualcuno, probabilmente Lei, ha chiesto di reimpostare la password del Suo account.'],
      action: 'Imposta una nuova password',
      notes: [
        'Il link funziona una sola volta e scade dopo un’ora. Una nuova password La disconnette ovunque.',
        'Se non è stato Lei, può ignorare questa e-mail. La Sua password resta invariata.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Qualcuno sta accedendo al Suo account',
    message:
      'Il {{ at | datetime }} qualcuno ha completato da {{ device }} il primo passaggio di un accesso al Suo account. Abbiamo richiesto il Suo secondo fattore.',
    mail: {
      greeting: FRAME_IT.greetingByName,
      paragraphs: [
        'Il {{ at | datetime }} qualcuno ha completato da {{ device }} il primo passaggio di un accesso al Suo account. Abbiamo richiesto il Suo secondo fattore e lo accettiamo fino al {{ expiresAt | datetime }}.',
        'Se è stato Lei, non deve fare nulla.',
      ],
      action: 'Verifica le sessioni',
      notes: [
        'Se non è stato Lei, qualcuno potrebbe conoscere la Sua password: la reimposti subito. Senza il Suo secondo fattore nessuno può accedere, quindi non fornisca codici a nessuno.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_IT.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} un dispositivo che non conoscevamo: {{ device }}.`),
        'Se è stato Lei, non deve fare nulla.',
      ],
      action: showByChange({ email_changing: 'Non sono stato io' }, 'Verifica le sessioni'),
      notes: [`Se non è stato Lei, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Invito a {{ tenantName }}',
    message: `{{ invitedBy | default: "Qualcuno" }} L’ha invitata a entrare in {{ tenantName }}. Il Suo ruolo: ${ROLE}.`,
    mail: {
      action: 'Accetta l’invito',
      notes: [
        'Il link funziona una sola volta e per un periodo limitato. Un invito più recente lo sostituisce.',
        'Se non sa chi L’ha invitata, può ignorare questa e-mail.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Le diamo il benvenuto in {{ tenantName }}',
    message: `Ora è membro di {{ tenantName }}. Il Suo ruolo: ${ROLE}.`,
    mail: {
      greeting: FRAME_IT.greetingByName,
      action: 'Accedi',
      notes: ['Se ha già effettuato l’accesso, selezioni l’organizzazione per lavorarci.'],
    },
  },
  'iam.membership.created': {
    title: 'Nuovo invito',
    message: `Una persona è stata invitata come membro con il ruolo ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'Nuovo membro',
    message: `Un invito è stato accettato. Ruolo del nuovo membro: ${ROLE}.`,
  },
  'iam.membership.suspended': { title: 'Membro sospeso', message: `Un membro con il ruolo ${ROLE} è stato sospeso.` },
  'iam.membership.reinstated': {
    title: 'Membro riammesso',
    message: `Un membro sospeso con il ruolo ${ROLE} è stato riammesso.`,
  },
  'iam.membership.role_assigned': {
    title: 'Ruolo modificato',
    message: `Nuovo ruolo di un membro: ${ROLE} (prima ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Membro rimosso',
    message: `Un membro con il ruolo ${ROLE} ha lasciato l’organizzazione o è stato rimosso.`,
  },
  'messaging.message.new': {
    title: 'Nuovo messaggio da {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} Le ha scritto:', '{{ excerpt }}'],
      action: 'Rispondi',
      notes: [FRAME_IT.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} L’ha menzionata',
    message: '{{ senderName }} L’ha menzionata: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} L’ha menzionata:', '{{ excerpt }}'],
      action: 'Rispondi',
      notes: [FRAME_IT.whyWritten],
    },
  },
  'admin.platform.announcement': {
    title: '{{ title }}',
    message: '{{ message }}',
    mail: { action: 'Continua a leggere' },
  },
}
