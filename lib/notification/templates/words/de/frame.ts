import type { FrameWords } from '../words.ts'

export const FRAME_DE: FrameWords = {
  greeting: 'Guten Tag,',
  greetingByName: 'Guten Tag {{ firstName }},',
  open: 'Öffnen',
  colon: ':',
  ifButtonFails: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  why: 'Sie erhalten diese E-Mail aufgrund Ihrer Rolle im Mandanten. Das können Sie in Ihren Einstellungen ändern.',
  whyWritten:
    'Sie erhalten diese E-Mail, weil Ihnen jemand geschrieben hat. Das können Sie in Ihren Einstellungen ändern.',
  gathered:
    'Nachrichten, die kurz aufeinander folgen, werden in einer E-Mail zusammengefasst. Auch das können Sie in Ihren Einstellungen ändern.',
  more: 'und {{ more }} weitere',
}
