import type { FrameWords } from '../words.ts'

export const FRAME_NL: FrameWords = {
  greeting: 'Goedendag,',
  greetingByName: 'Goedendag {{ firstName }},',
  open: 'Openen',
  colon: ':',
  ifButtonFails: 'Werkt de knop niet? Open dan deze link:',
  why: 'U ontvangt deze e-mail vanwege uw rol in de organisatie. U kunt dit wijzigen bij uw voorkeuren.',
  whyWritten: 'U ontvangt deze e-mail omdat iemand u heeft geschreven. U kunt dit wijzigen bij uw voorkeuren.',
  gathered:
    'Berichten die kort na elkaar komen, worden in één e-mail gebundeld. Ook dat kunt u wijzigen bij uw voorkeuren.',
  more: 'en nog {{ more }}',
}
