import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'يمكن إعادة إرسال الأحداث التي لم تُسلَّم في هذه الأثناء لمدة 30 يومًا.'

export const INTEGRATION_AR: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'تتواصل أعطال نقطة الويب هوك {{ endpointName }}',
    message:
      'منذ {{ failingSince | datetime }}، فشل كل طلب إلى نقطة الويب هوك {{ endpointName }}. إذا استمر ذلك، فستُعطَّل اعتبارًا من {{ disabledFrom | datetime }}.',
    mail: { notes: ['يعرض سجل عمليات التسليم الردود. نجاح واحد يكفي لإنهاء العد التنازلي.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'عُطّلت نقطة الويب هوك {{ endpointName }}',
    message: `عُطّلت نقطة الويب هوك {{ endpointName }} في {{ disabledAt | datetime }}، لأن ${showIf('reason == "gone"', 'ردها أفاد بأنها لم تعد موجودة (410)', 'كل طلب إليها فشل طوال خمسة أيام')}.`,
    mail: { notes: [`أعيدوا تفعيلها عندما تعمل. ${REPLAY}`] },
  },
}
