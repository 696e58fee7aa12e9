import type { FrameWords } from '../words.ts'

export const FRAME_FR: FrameWords = {
  greeting: 'Bonjour,',
  greetingByName: 'Bonjour {{ firstName }},',
  open: 'Ouvrir',
  colon: ' :',
  ifButtonFails: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  why: 'Vous recevez cet e-mail en raison de votre rôle dans l’organisation. Vous pouvez modifier cela dans vos préférences.',
  whyWritten:
    'Vous recevez cet e-mail parce que quelqu’un vous a écrit. Vous pouvez modifier cela dans vos préférences.',
  gathered:
    'Les messages rapprochés sont regroupés dans un seul e-mail. Vous pouvez également modifier cela dans vos préférences.',
  more: 'et {{ more }} de plus',
}
