import type { FrameWords } from '../words.ts'

export const FRAME_PT: FrameWords = {
  greeting: 'Olá,',
  greetingByName: 'Olá {{ firstName }},',
  open: 'Abrir',
  colon: ':',
  ifButtonFails: 'Se o botão não funcionar, abra esta ligação:',
  why: 'Recebe este e-mail devido à sua função na organização. Pode alterar esta opção nas suas preferências.',
  whyWritten: 'Recebe este e-mail porque alguém lhe escreveu. Pode alterar esta opção nas suas preferências.',
  gathered:
    'As mensagens que se seguem em pouco tempo são reunidas num só e-mail. Também pode alterar esta opção nas suas preferências.',
  more: 'e mais {{ more }}',
}
