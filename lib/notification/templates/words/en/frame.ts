import type { FrameWords } from '../words.ts'

export const FRAME_EN: FrameWords = {
  greeting: 'Hello,',
  greetingByName: 'Hello {{ firstName }},',
  open: 'Open',
  colon: ':',
  ifButtonFails: 'If the button does not work, open this link:',
  why: 'You receive this e-mail because of your role in the tenant. You can change this in your preferences.',
  whyWritten: 'You receive this e-mail because someone wrote to you. You can change this in your preferences.',
  gathered:
    'Messages that follow each other closely are gathered in one e-mail. You can also change that in your preferences.',
  more: 'and {{ more }} more',
}
