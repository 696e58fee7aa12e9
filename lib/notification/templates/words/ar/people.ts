import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_AR } from './frame.ts'
import { NAMES_AR } from './names.ts'

const ROLE = showName('role', NAMES_AR.role)
const BEFORE = showName('before', NAMES_AR.role)

const AT = 'في {{ at | datetime }}، من {{ device }}،'
const SIGNED_IN = 'في {{ at | datetime }}، سجّل شخص ما الدخول إلى حسابكم من'
const RESET = 'فأعيدوا تعيين كلمة المرور الآن. يؤدي ذلك إلى تسجيل الخروج من جميع الأجهزة'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'طريقة جديدة لتسجيل الدخول إلى حسابكم',
    unlinked: 'أُزيلت طريقة لتسجيل الدخول إلى حسابكم',
    password_changed: 'تم تغيير كلمة المرور',
    email_changing: 'عنوان بريدكم الإلكتروني على وشك التغيير',
    factor_added: 'أُضيف عامل تحقق ثانٍ إلى حسابكم',
    factor_removed: 'أُزيل عامل تحقق ثانٍ من حسابكم',
    factors_reset: 'أُزيلت جميع عوامل التحقق الثانية من حسابكم',
    recovery_codes_replaced: 'لديكم رموز استرداد جديدة',
  },
  'تسجيل دخول إلى حسابكم من جهاز جديد',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} رُبط حساب لدى {{ provider }} بحسابكم. يمكن لصاحبه الآن تسجيل الدخول إلى حسابكم.`,
  unlinked: `${AT} أُلغي ربط حساب لدى {{ provider }} بحسابكم. لم يعد بالإمكان تسجيل الدخول به.`,
  password_changed: `${AT} تم تغيير كلمة مرور حسابكم. انتهت جميع الجلسات الأخرى.`,
  email_changing: `${AT} طُلب عنوان بريد إلكتروني آخر لحسابكم. سيحل محل هذا العنوان بعد تأكيده.`,
  factor_added: `${AT} أُضيف عامل تحقق ثانٍ إلى حسابكم. سيُطلب من الآن فصاعدًا عند تسجيل الدخول.`,
  factor_removed: `${AT} أُزيل عامل تحقق ثانٍ من حسابكم.`,
  factors_reset:
    'في {{ at | datetime }}، أزال فريق الدعم لدينا جميع عوامل التحقق الثانية ورموز الاسترداد من حسابكم بناءً على طلب صاحبه. انتهت جميع الجلسات.',
  recovery_codes_replaced: `${AT} أُنشئت رموز استرداد جديدة لحسابكم. لم تعد الرموز السابقة صالحة.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'فألغوا ربط ذلك الحساب في إعداداتكم وأعيدوا تعيين كلمة المرور الآن. يؤدي ذلك إلى تسجيل الخروج من جميع الأجهزة',
    email_changing:
      'فافتحوا الرابط. يحتفظ حسابكم بهذا العنوان حتى لو تم تأكيد العنوان الآخر في هذه الأثناء، ويُسجَّل الخروج من جميع الأجهزة، وتختارون كلمة مرور جديدة',
    factor_added: 'فأعيدوا تعيين كلمة المرور الآن واطلبوا من فريق الدعم لدينا إزالة العامل',
    factors_reset: 'فأعيدوا تعيين كلمة المرور الآن وأضيفوا عامل تحقق من جديد',
  },
  RESET,
)

export const PEOPLE_AR: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'أكّدوا عنوان بريدكم الإلكتروني', 'لديكم حساب بالفعل'),
    message: showIf(
      'token',
      'يرجى تأكيد عنوان بريدكم الإلكتروني عبر الرابط الذي أرسلناه إليه.',
      'حاول شخص ما استخدام عنوان بريدكم الإلكتروني، وله حساب بالفعل. لم يتغير شيء.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_AR.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'يرجى تأكيد أن عنوان البريد الإلكتروني هذا يخصكم. سيحل بعدها محل العنوان الحالي لحسابكم.',
            'أهلًا بكم! يرجى تأكيد أن عنوان البريد الإلكتروني هذا يخصكم كي تتمكنوا من تسجيل الدخول.',
          ),
        ],
        action: 'تأكيد عنوان البريد الإلكتروني',
        notes: [
          'يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد 24 ساعة.',
          `إذا لم ${showIf('purpose == "email_change"', 'تطلبوا ذلك', 'تنشئوا حسابًا')}، فيمكنكم تجاهل هذه الرسالة.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_AR.greetingByName,
        paragraphs: [
          `حاول شخص ما، ولعله أنتم، ${showIf('purpose == "email_change"', 'استخدام عنوان البريد الإلكتروني هذا لحساب آخر', 'التسجيل بعنوان البريد الإلكتروني هذا')}. للعنوان حساب بالفعل، لذلك لم يتغير شيء.`,
          'سجّلوا الدخول كالمعتاد. وإذا نسيتم كلمة المرور، فيمكنكم إعادة تعيينها في صفحة تسجيل الدخول.',
        ],
        action: 'تسجيل الدخول',
        notes: ['إذا لم تكونوا أنتم من فعل ذلك، فلا داعي لفعل أي شيء.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'إعادة تعيين كلمة المرور',
    message: 'طلب شخص ما، ولعله أنتم، إعادة تعيين كلمة المرور. أرسلنا الرابط بالبريد الإلكتروني.',
    mail: {
      greeting: FRAME_AR.greetingByName,
      paragraphs: ['طلب شخص ما، ولعله أنتم، إعادة تعيين كلمة مرور حسابكم.'],
      action: 'تعيين كلمة مرور جديدة',
      notes: [
        'يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ساعة. تؤدي كلمة المرور الجديدة إلى تسجيل خروجكم من كل مكان.',
        'إذا لم تكونوا أنتم من طلب ذلك، فيمكنكم تجاهل هذه الرسالة. تبقى كلمة المرور كما هي.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'شخص ما يسجّل الدخول إلى حسابكم',
    message:
      'في {{ at | datetime }}، أتم شخص ما من {{ device }} الخطوة الأولى لتسجيل الدخول إلى حسابكم. طلبنا عامل التحقق الثاني.',
    mail: {
      greeting: FRAME_AR.greetingByName,
      paragraphs: [
        'في {{ at | datetime }}، أتم شخص ما من {{ device }} الخطوة الأولى لتسجيل الدخول إلى حسابكم. طلبنا عامل التحقق الثاني، ونقبله حتى {{ expiresAt | datetime }}.',
        'إذا كنتم أنتم، فلا داعي لفعل أي شيء.',
      ],
      action: 'مراجعة الجلسات',
      notes: [
        'إذا لم تكونوا أنتم، فقد يكون شخص ما على علم بكلمة مروركم: أعيدوا تعيينها الآن. لا يمكن لأحد تسجيل الدخول دون عامل التحقق الثاني، فلا تعطوا أي رمز لأحد.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_AR.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} جهاز لم نعرفه من قبل: {{ device }}.`),
        'إذا كنتم أنتم، فلا داعي لفعل أي شيء.',
      ],
      action: showByChange({ email_changing: 'لم أكن أنا' }, 'مراجعة الجلسات'),
      notes: [`إذا لم تكونوا أنتم، ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'دعوة للانضمام إلى {{ tenantName }}',
    message: `تلقيتم دعوة{% if invitedBy %} من {{ invitedBy }}{% endif %} للانضمام إلى {{ tenantName }}. دوركم: ${ROLE}.`,
    mail: {
      action: 'قبول الدعوة',
      notes: [
        'يعمل الرابط مرة واحدة ولمدة محدودة. تحل محله الدعوة الأحدث.',
        'إذا كنتم لا تعرفون من دعاكم، فيمكنكم تجاهل هذه الرسالة.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'أهلًا بكم في {{ tenantName }}',
    message: `أصبحتم عضوًا في {{ tenantName }}. دوركم: ${ROLE}.`,
    mail: {
      greeting: FRAME_AR.greetingByName,
      action: 'تسجيل الدخول',
      notes: ['إذا كنتم قد سجّلتم الدخول، فاختاروا المؤسسة للعمل فيها.'],
    },
  },
  'iam.membership.created': { title: 'دعوة جديدة', message: `دُعي عضو جديد. الدور: ${ROLE}.` },
  'iam.membership.member_joined': { title: 'عضو جديد', message: `قُبلت دعوة. دور العضو الجديد: ${ROLE}.` },
  'iam.membership.suspended': { title: 'أُوقف عضو', message: `أُوقف عضو مؤقتًا. الدور: ${ROLE}.` },
  'iam.membership.reinstated': { title: 'أُعيد عضو', message: `أُعيد عضو موقوف. الدور: ${ROLE}.` },
  'iam.membership.role_assigned': {
    title: 'تغير دور عضو',
    message: `الدور الجديد لأحد الأعضاء: ${ROLE} (سابقًا: ${BEFORE}).`,
  },
  'iam.membership.role_revoked': { title: 'أُزيل عضو', message: `غادر عضو أو أُزيل. الدور: ${ROLE}.` },
  'messaging.message.new': {
    title: 'رسالة جديدة من {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['رسالة إليكم من {{ senderName }}:', '{{ excerpt }}'],
      action: 'الرد',
      notes: [FRAME_AR.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: 'إشارة إليكم من {{ senderName }}',
    message: 'إشارة إليكم من {{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['إشارة إليكم من {{ senderName }}:', '{{ excerpt }}'],
      action: 'الرد',
      notes: [FRAME_AR.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'قراءة المزيد' } },
}
