import type { FrameWords } from '../words.ts'

export const FRAME_JA: FrameWords = {
  greeting: 'お世話になっております。',
  greetingByName: '{{ firstName }} 様',
  open: '開く',
  colon: '：',
  ifButtonFails: 'ボタンが機能しない場合は、次のリンクを開いてください：',
  why: 'このメールは、組織でのお客様の役割に基づいて送信されています。設定で変更できます。',
  whyWritten: 'このメールは、お客様宛てのメッセージがあったため送信されています。設定で変更できます。',
  gathered: '短時間に続く通知は1通のメールにまとめられます。これも設定で変更できます。',
  more: 'ほか{{ more }}件',
}
