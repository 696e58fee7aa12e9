import type { StepWords } from './step-words.ts'

export const de: StepWords = {
  needsScript: 'Diese Seite braucht JavaScript. Erlauben Sie es in Ihrem Browser und laden Sie die Seite neu.',
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.',
  tooMany: 'Zu viele Versuche. Versuchen Sie es in {seconds} Sekunden noch einmal.',

  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordRules: 'Mindestens 8 Zeichen und kein häufig benutztes Passwort.',
  showPassword: 'Passwort anzeigen',
  firstName: 'Vorname',
  company: 'Firma (freiwillig)',
  code: 'Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  recoveryCode: 'Wiederherstellungscode',
  tenant: 'Mandant',

  signIn: 'Anmelden',
  signOut: 'Abmelden',
  goOn: 'Weiter',
  factorTitle: 'Bestätigen Sie, dass Sie es sind',
  tenantTitle: 'Mandant wählen',
  otherAccount: 'Anderes Konto benutzen',
  noVerification: 'Keine Bestätigungsmail?',
  haveAccount: 'Ich habe ein Konto',
  createAccount: 'Konto anlegen',
  forgotPassword: 'Passwort vergessen?',
  sendLink: 'Link senden',
  lookIntoMail: 'Prüfen Sie Ihre E-Mails',

  linkOver: 'Dieser Link gilt nicht mehr',
  linkOverText: 'Er wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt.',

  verifyTitle: 'E-Mail-Adresse bestätigen',
  verifyText: 'Bestätigen Sie mit der Schaltfläche, dass diese Adresse Ihnen gehört.',
  verifyButton: 'Adresse bestätigen',
  verifyDone: 'Ihre Adresse ist bestätigt',
  canSignIn: 'Sie können sich jetzt anmelden.',
  verifyOver:
    'Wenn Sie die Adresse schon bestätigt haben, melden Sie sich an. Sonst geben Sie sie ein, um einen neuen Link zu bekommen.',

  changeTitle: 'Neue E-Mail-Adresse bestätigen',
  changeText: 'Mit der Schaltfläche ersetzt diese Adresse die bisherige Ihres Kontos.',
  changeDone: 'Ihre neue Adresse ist bestätigt',
  changeDoneText: 'Melden Sie sich ab jetzt mit ihr an.',
  changeOver: 'Melden Sie sich an und beantragen Sie die Änderung noch einmal.',

  undoTitle: 'E-Mail-Adresse behalten',
  undoText:
    'Wenn Sie keine andere Adresse wollten, drücken Sie die Schaltfläche. Ihre Adresse bleibt, alle Sitzungen enden, und Sie wählen ein neues Passwort.',
  undoButton: 'Meine Adresse behalten',
  undoDone: 'Ihre Adresse bleibt, wie sie war',
  undoDoneText:
    'Alle Sitzungen sind beendet, und Ihr Passwort ist ungültig. Lassen Sie sich einen Link für ein neues senden.',
  undoOver: 'Wenn Sie fürchten, dass jemand anderes Ihr Konto benutzt, wählen Sie jetzt ein neues Passwort.',
  choosePassword: 'Neues Passwort wählen',

  resetText: 'Ein neues Passwort meldet Sie überall ab.',
  resetButton: 'Passwort speichern',
  resetDone: 'Ihr Passwort ist geändert',
  resetOver: 'Geben Sie Ihre Adresse ein, um einen neuen Link zu bekommen.',

  acceptTitle: 'Einladung annehmen',
  acceptText: 'Mit der Schaltfläche werden Sie Mitglied des Mandanten, der Sie eingeladen hat.',
  acceptNew:
    'Zu Ihrer Adresse gibt es noch kein Konto. Geben Sie Ihren Vornamen ein und wählen Sie ein Passwort, um eines anzulegen.',
  acceptDone: 'Sie sind jetzt Mitglied',
  acceptOver: 'Bitten Sie um eine neue Einladung.',

  registerText: 'Sie bekommen eine E-Mail mit einem Link, der Ihre Adresse bestätigt.',
  mailSent: 'Wir haben einen Link an {email} gesendet. Öffnen Sie ihn, um Ihre Adresse zu bestätigen.',
  requestText: 'Geben Sie Ihre Adresse ein. Sie bekommen einen Link, mit dem Sie ein neues Passwort wählen.',
  requestDone: 'Wenn es zu {email} ein Konto gibt, ist ein Link dorthin unterwegs. Er gilt eine Stunde.',
  resendTitle: 'Neuen Bestätigungslink anfordern',
  resendText: 'Geben Sie Ihre Adresse ein. Sie bekommen einen neuen Link, der sie bestätigt.',
  resendDone: 'Wenn es zu {email} ein noch nicht bestätigtes Konto gibt, ist ein Link unterwegs.',

  signInWith: 'Mit {name} anmelden',
  usePasskey: 'Passkey benutzen',
  signInRefused: 'Der andere Anbieter hat Sie nicht angemeldet ({reason}).',
  signInForeign: 'Diese Anmeldung hat nicht in diesem Fenster begonnen. Melden Sie sich noch einmal an.',
}
