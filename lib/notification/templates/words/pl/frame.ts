import type { FrameWords } from '../words.ts'

export const FRAME_PL: FrameWords = {
  greeting: 'Dzień dobry,',
  greetingByName: 'Dzień dobry, {{ firstName }},',
  open: 'Otwórz',
  colon: ':',
  ifButtonFails: 'Jeśli przycisk nie działa, proszę otworzyć ten link:',
  why: 'Otrzymują Państwo tę wiadomość ze względu na swoją rolę w organizacji. Można to zmienić w preferencjach.',
  whyWritten: 'Otrzymują Państwo tę wiadomość, ponieważ ktoś do Państwa napisał. Można to zmienić w preferencjach.',
  gathered:
    'Wiadomości następujące szybko po sobie są łączone w jeden e-mail. To również można zmienić w preferencjach.',
  more: 'oraz kolejne: {{ more }}',
}
