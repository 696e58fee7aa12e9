import type { FrameWords } from '../words.ts'

export const FRAME_IT: FrameWords = {
  greeting: 'Buongiorno,',
  greetingByName: 'Buongiorno {{ firstName }},',
  open: 'Apri',
  colon: ':',
  ifButtonFails: 'Se il pulsante non funziona, apra questo link:',
  why: 'Riceve questa e-mail in base al Suo ruolo nell’organizzazione. Può modificare questa scelta nelle Sue preferenze.',
  whyWritten: 'Riceve questa e-mail perché qualcuno Le ha scritto. Può modificare questa scelta nelle Sue preferenze.',
  gathered:
    'I messaggi ravvicinati vengono raccolti in un’unica e-mail. Può modificare anche questo nelle Sue preferenze.',
  more: 'e altri {{ more }}',
}
