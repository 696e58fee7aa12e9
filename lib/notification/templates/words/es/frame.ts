import type { FrameWords } from '../words.ts'

export const FRAME_ES: FrameWords = {
  greeting: 'Hola:',
  greetingByName: 'Hola, {{ firstName }}:',
  open: 'Abrir',
  colon: ':',
  ifButtonFails: 'Si el botón no funciona, abra este enlace:',
  why: 'Recibe este correo por su función en la organización. Puede cambiarlo en sus preferencias.',
  whyWritten: 'Recibe este correo porque alguien le ha escrito. Puede cambiarlo en sus preferencias.',
  gathered:
    'Los mensajes que se suceden en poco tiempo se reúnen en un solo correo. También puede cambiar esto en sus preferencias.',
  more: 'y {{ more }} más',
}
