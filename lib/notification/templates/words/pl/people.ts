import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_PL } from './frame.ts'
import { NAMES_PL } from './names.ts'

const ROLE = showName('role', NAMES_PL.role)
const BEFORE = showName('before', NAMES_PL.role)

const AT = 'Data: {{ at | datetime }}, urządzenie: {{ device }}.'
const SIGNED_IN = 'Ktoś zalogował się na Państwa konto ({{ at | datetime }}). Urządzenie'
const RESET = 'proszę teraz zresetować hasło. Spowoduje to wylogowanie ze wszystkich urządzeń'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Nowy sposób logowania na Państwa konto',
    unlinked: 'Usunięto sposób logowania na Państwa konto',
    password_changed: 'Państwa hasło zostało zmienione',
    email_changing: 'Państwa adres e-mail zostanie wkrótce zmieniony',
    factor_added: 'Do Państwa konta dodano drugi składnik logowania',
    factor_removed: 'Z Państwa konta usunięto drugi składnik logowania',
    factors_reset: 'Z Państwa konta usunięto wszystkie drugie składniki',
    recovery_codes_replaced: 'Mają Państwo nowe kody odzyskiwania',
  },
  'Logowanie na Państwa konto z nowego urządzenia',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `Z Państwa kontem powiązano konto w {{ provider }}. Jego właściciel może teraz logować się na Państwa konto. ${AT}`,
  unlinked: `Usunięto powiązanie Państwa konta z kontem w {{ provider }}. Nie umożliwia ono już logowania. ${AT}`,
  password_changed: `Hasło do Państwa konta zostało zmienione. Wszystkie inne sesje zostały zakończone. ${AT}`,
  email_changing: `Zgłoszono inny adres e-mail dla Państwa konta. Zastąpi on obecny po potwierdzeniu. ${AT}`,
  factor_added: `Do Państwa konta dodano drugi składnik. Od teraz będzie on wymagany przy logowaniu. ${AT}`,
  factor_removed: `Z Państwa konta usunięto drugi składnik logowania. ${AT}`,
  factors_reset:
    'Nasz dział wsparcia usunął wszystkie drugie składniki i kody odzyskiwania z Państwa konta na prośbę jego właściciela ({{ at | datetime }}). Wszystkie sesje zostały zakończone.',
  recovery_codes_replaced: `Utworzono nowe kody odzyskiwania do Państwa konta. Poprzednie już nie działają. ${AT}`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'proszę usunąć powiązanie tego konta w ustawieniach i teraz zresetować hasło. Spowoduje to wylogowanie ze wszystkich urządzeń',
    email_changing:
      'proszę otworzyć link. Konto zachowa ten adres, nawet jeśli drugi został w międzyczasie potwierdzony; nastąpi wylogowanie ze wszystkich urządzeń i wybór nowego hasła',
    factor_added: 'proszę teraz zresetować hasło i poprosić nasz dział wsparcia o usunięcie tego składnika',
    factors_reset: 'proszę teraz zresetować hasło i ponownie dodać drugi składnik',
  },
  RESET,
)

export const PEOPLE_PL: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Prosimy o potwierdzenie adresu e-mail', 'Mają już Państwo konto'),
    message: showIf(
      'token',
      'Prosimy o potwierdzenie adresu e-mail za pomocą linku, który na niego wysłaliśmy.',
      'Ktoś próbował użyć Państwa adresu e-mail, który ma już konto. Nic się nie zmieniło.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_PL.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Prosimy o potwierdzenie, że ten adres e-mail należy do Państwa. Zastąpi on wtedy obecny adres konta.',
            'Witamy! Prosimy o potwierdzenie, że ten adres e-mail należy do Państwa. Wtedy będzie można się zalogować.',
          ),
        ],
        action: 'Potwierdź adres e-mail',
        notes: [
          'Link działa jeden raz i wygasa po 24 godzinach.',
          `Jeśli to nie Państwo ${showIf('purpose == "email_change"', 'o to prosili', 'utworzyli konto')}, można zignorować tę wiadomość.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_PL.greetingByName,
        paragraphs: [
          `Ktoś, prawdopodobnie Państwo, próbował ${showIf('purpose == "email_change"', 'użyć tego adresu e-mail dla innego konta', 'zarejestrować się z tym adresem e-mail')}. Adres ma już konto, więc nic się nie zmieniło.`,
          'Prosimy zalogować się jak zwykle. Zapomniane hasło można zresetować na stronie logowania.',
        ],
        action: 'Zaloguj się',
        notes: ['Jeśli to nie Państwo, nie trzeba nic robić.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Resetowanie hasła',
    message: 'Ktoś, prawdopodobnie Państwo, poprosił o zresetowanie hasła. Link wysłaliśmy e-mailem.',
    mail: {
      greeting: FRAME_PL.greetingByName,
      paragraphs: ['Ktoś, prawdopodobnie Państwo, poprosił o zresetowanie hasła do Państwa konta.'],
      action: 'Ustaw nowe hasło',
      notes: [
        'Link działa jeden raz i wygasa po godzinie. Nowe hasło spowoduje wylogowanie ze wszystkich urządzeń.',
        'Jeśli to nie Państwo, można zignorować tę wiadomość. Hasło pozostanie bez zmian.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Ktoś loguje się na Państwa konto',
    message:
      'Ktoś ukończył pierwszy krok logowania na Państwa konto ({{ at | datetime }}, {{ device }}). Poprosiliśmy o drugi składnik.',
    mail: {
      greeting: FRAME_PL.greetingByName,
      paragraphs: [
        'Ktoś ukończył pierwszy krok logowania na Państwa konto ({{ at | datetime }}, {{ device }}). Poprosiliśmy o drugi składnik. Można go podać do: {{ expiresAt | datetime }}.',
        'Jeśli to Państwo, nie trzeba nic robić.',
      ],
      action: 'Sprawdź sesje',
      notes: [
        'Jeśli to nie Państwo, ktoś może znać Państwa hasło: proszę je teraz zresetować. Bez drugiego składnika nikt nie może się zalogować, dlatego proszę nikomu nie podawać kodu.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN}: {{ device }}.`),
    mail: {
      greeting: FRAME_PL.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN}, którego wcześniej nie widzieliśmy: {{ device }}.`),
        'Jeśli to Państwo, nie trzeba nic robić.',
      ],
      action: showByChange({ email_changing: 'To nie ja' }, 'Sprawdź sesje'),
      notes: [`Jeśli to nie Państwo, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Zaproszenie do {{ tenantName }}',
    message: `{{ invitedBy | default: "Ktoś" }} zaprasza Państwa do organizacji {{ tenantName }}. Rola: ${ROLE}.`,
    mail: {
      action: 'Przyjmij zaproszenie',
      notes: [
        'Link działa jeden raz i przez ograniczony czas. Nowsze zaproszenie go zastępuje.',
        'Jeśli nie wiedzą Państwo, kto wysłał zaproszenie, można zignorować tę wiadomość.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Witamy w {{ tenantName }}',
    message: `Należą już Państwo do organizacji {{ tenantName }}. Rola: ${ROLE}.`,
    mail: {
      greeting: FRAME_PL.greetingByName,
      action: 'Zaloguj się',
      notes: ['Po zalogowaniu wystarczy wybrać organizację, aby w niej pracować.'],
    },
  },
  'iam.membership.created': { title: 'Nowe zaproszenie', message: `Zaproszono nowego członka. Rola: ${ROLE}.` },
  'iam.membership.member_joined': {
    title: 'Nowy członek',
    message: `Przyjęto zaproszenie. Rola nowego członka: ${ROLE}.`,
  },
  'iam.membership.suspended': { title: 'Członek zawieszony', message: `Zawieszono członka. Rola: ${ROLE}.` },
  'iam.membership.reinstated': {
    title: 'Członek przywrócony',
    message: `Przywrócono zawieszonego członka. Rola: ${ROLE}.`,
  },
  'iam.membership.role_assigned': {
    title: 'Zmiana roli',
    message: `Nowa rola członka: ${ROLE} (poprzednio: ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Członek usunięty',
    message: `Członek odszedł lub został usunięty. Rola: ${ROLE}.`,
  },
  'messaging.message.new': {
    title: 'Nowa wiadomość od {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['Wiadomość od {{ senderName }}:', '{{ excerpt }}'],
      action: 'Odpowiedz',
      notes: [FRAME_PL.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: 'Wzmianka o Państwu: {{ senderName }}',
    message: 'Wzmianka o Państwu, {{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['Wzmianka o Państwu, {{ senderName }}:', '{{ excerpt }}'],
      action: 'Odpowiedz',
      notes: [FRAME_PL.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'Czytaj dalej' } },
}
