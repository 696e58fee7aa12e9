import type { FrameWords } from '../words.ts'

export const FRAME_AR: FrameWords = {
  greeting: 'مرحبًا،',
  greetingByName: 'مرحبًا {{ firstName }}،',
  open: 'فتح',
  colon: ':',
  ifButtonFails: 'إذا لم يعمل الزر، فافتحوا هذا الرابط:',
  why: 'تتلقون هذه الرسالة بحكم دوركم في المؤسسة. يمكنكم تغيير ذلك في تفضيلاتكم.',
  whyWritten: 'تتلقون هذه الرسالة لأن شخصًا ما كتب إليكم. يمكنكم تغيير ذلك في تفضيلاتكم.',
  gathered: 'تُجمع الإشعارات المتقاربة زمنيًا في رسالة واحدة. يمكنكم تغيير ذلك أيضًا في تفضيلاتكم.',
  more: 'وعدد ما لم يُذكر: {{ more }}',
}
