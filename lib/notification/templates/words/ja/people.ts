import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_JA } from './frame.ts'
import { NAMES_JA } from './names.ts'

const ROLE = showName('role', NAMES_JA.role)
const BEFORE = showName('before', NAMES_JA.role)

const AT = '{{ at | datetime }}に{{ device }}から、'
const SIGNED_IN = '{{ at | datetime }}に、お客様のアカウントへのサインインがありました。'
const RESET = 'すぐにパスワードを再設定してください。すべての端末からサインアウトされます'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'アカウントに新しいサインイン方法が追加されました',
    unlinked: 'アカウントのサインイン方法が削除されました',
    password_changed: 'パスワードが変更されました',
    email_changing: 'メールアドレスの変更が申請されました',
    factor_added: 'アカウントに2つ目の認証要素が追加されました',
    factor_removed: 'アカウントから2つ目の認証要素が削除されました',
    factors_reset: 'アカウントの2つ目の認証要素がすべて削除されました',
    recovery_codes_replaced: '新しい復旧コードが作成されました',
  },
  '新しい端末からアカウントへのサインインがありました',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT}{{ provider }}のアカウントがお客様のアカウントに連携されました。その所有者はお客様のアカウントにサインインできるようになりました。`,
  unlinked: `${AT}{{ provider }}のアカウントとの連携が解除されました。そのアカウントではサインインできなくなりました。`,
  password_changed: `${AT}お客様のアカウントのパスワードが変更されました。ほかのすべてのセッションは終了しました。`,
  email_changing: `${AT}お客様のアカウントに別のメールアドレスが申請されました。確認され次第、このアドレスと置き換わります。`,
  factor_added: `${AT}お客様のアカウントに2つ目の認証要素が追加されました。今後はサインイン時に求められます。`,
  factor_removed: `${AT}お客様のアカウントから2つ目の認証要素が削除されました。`,
  factors_reset:
    '{{ at | datetime }}に、所有者のご依頼により、サポートがお客様のアカウントの2つ目の認証要素と復旧コードをすべて削除しました。すべてのセッションは終了しました。',
  recovery_codes_replaced: `${AT}お客様のアカウントの新しい復旧コードが作成されました。以前のコードは使用できません。`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      '設定でそのアカウントとの連携を解除し、すぐにパスワードを再設定してください。すべての端末からサインアウトされます',
    email_changing:
      'リンクを開いてください。別のアドレスがすでに確認されていても、このアドレスが維持されます。すべての端末からサインアウトされ、新しいパスワードを設定していただきます',
    factor_added: 'すぐにパスワードを再設定し、認証要素の削除をサポートにご依頼ください',
    factors_reset: 'すぐにパスワードを再設定し、認証要素を改めて追加してください',
  },
  RESET,
)

export const PEOPLE_JA: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'メールアドレスの確認', 'アカウントはすでに存在します'),
    message: showIf(
      'token',
      'お送りしたリンクからメールアドレスを確認してください。',
      'お客様のメールアドレスを使用しようとした方がいますが、このアドレスにはすでにアカウントがあります。変更はありません。',
    ),
    mail: {
      withToken: {
        greeting: FRAME_JA.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'このメールアドレスがお客様のものであることを確認してください。確認後、現在のアドレスと置き換わります。',
            'ご登録ありがとうございます。サインインするには、このメールアドレスがお客様のものであることを確認してください。',
          ),
        ],
        action: 'メールアドレスを確認する',
        notes: [
          'リンクは1回のみ有効で、24時間後に無効になります。',
          `${showIf('purpose == "email_change"', '変更を申請', 'アカウントを作成')}した覚えがない場合は、このメールを破棄してください。`,
        ],
      },
      withoutToken: {
        greeting: FRAME_JA.greetingByName,
        paragraphs: [
          `${showIf('purpose == "email_change"', 'このメールアドレスを別のアカウントで使用する', 'このメールアドレスで登録する')}操作がありました（お客様ご自身によるものと思われます）。このアドレスにはすでにアカウントがあるため、変更はありません。`,
          '通常どおりサインインしてください。パスワードをお忘れの場合は、サインインページで再設定できます。',
        ],
        action: 'サインイン',
        notes: ['お心当たりがない場合は、何もする必要はありません。'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'パスワードの再設定',
    message:
      'パスワードの再設定が申請されました（お客様ご自身によるものと思われます）。リンクをメールでお送りしました。',
    mail: {
      greeting: FRAME_JA.greetingByName,
      paragraphs: ['お客様のアカウントのパスワードの再設定が申請されました（お客様ご自身によるものと思われます）。'],
      action: '新しいパスワードを設定する',
      notes: [
        'リンクは1回のみ有効で、1時間後に無効になります。新しいパスワードを設定すると、すべての端末からサインアウトされます。',
        'お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'アカウントへのサインインが行われています',
    message:
      '{{ at | datetime }}に{{ device }}から、お客様のアカウントへのサインインの最初の手順が完了しました。2つ目の認証要素を求めています。',
    mail: {
      greeting: FRAME_JA.greetingByName,
      paragraphs: [
        '{{ at | datetime }}に{{ device }}から、お客様のアカウントへのサインインの最初の手順が完了しました。2つ目の認証要素を求めており、{{ expiresAt | datetime }}まで受け付けます。',
        'お客様ご自身の操作であれば、何もする必要はありません。',
      ],
      action: 'セッションを確認する',
      notes: [
        'お心当たりがない場合は、パスワードが知られている可能性があります。すぐに再設定してください。2つ目の認証要素がなければ誰もサインインできませんので、コードを誰にも教えないでください。',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN}端末：{{ device }}。`),
    mail: {
      greeting: FRAME_JA.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN}これまでにない端末です：{{ device }}。`),
        'お客様ご自身の操作であれば、何もする必要はありません。',
      ],
      action: showByChange({ email_changing: '心当たりがありません' }, 'セッションを確認する'),
      notes: [`お心当たりがない場合は、${NEXT_STEP}。`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: '{{ tenantName }}への招待',
    message: `{% if invitedBy %}{{ invitedBy }}さんから{% endif %}{{ tenantName }}への招待が届いています。役割：${ROLE}。`,
    mail: {
      action: '招待を承諾する',
      notes: [
        'リンクは1回のみ、期間限定で有効です。新しい招待が届くと無効になります。',
        '招待にお心当たりがない場合は、このメールを破棄してください。',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: '{{ tenantName }}へようこそ',
    message: `{{ tenantName }}のメンバーになりました。役割：${ROLE}。`,
    mail: {
      greeting: FRAME_JA.greetingByName,
      action: 'サインイン',
      notes: ['すでにサインインしている場合は、組織を選択すると作業を始められます。'],
    },
  },
  'iam.membership.created': { title: '新しい招待', message: `新しいメンバーが招待されました。役割：${ROLE}。` },
  'iam.membership.member_joined': {
    title: '新しいメンバー',
    message: `招待が承諾されました。新しいメンバーの役割：${ROLE}。`,
  },
  'iam.membership.suspended': {
    title: 'メンバーが停止されました',
    message: `メンバー（役割：${ROLE}）が停止されました。`,
  },
  'iam.membership.reinstated': {
    title: 'メンバーが復帰しました',
    message: `停止中のメンバー（役割：${ROLE}）が復帰しました。`,
  },
  'iam.membership.role_assigned': {
    title: '役割が変わりました',
    message: `メンバーの新しい役割：${ROLE}（変更前：${BEFORE}）。`,
  },
  'iam.membership.role_revoked': {
    title: 'メンバーが外れました',
    message: `メンバー（役割：${ROLE}）が退会したか、削除されました。`,
  },
  'messaging.message.new': {
    title: '{{ senderName }}さんからの新しいメッセージ',
    message: '{{ senderName }}：{{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }}さんからのメッセージ：', '{{ excerpt }}'],
      action: '返信する',
      notes: [FRAME_JA.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }}さんがあなたに言及しました',
    message: '{{ senderName }}さんがあなたに言及しました：{{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }}さんがあなたに言及しました：', '{{ excerpt }}'],
      action: '返信する',
      notes: [FRAME_JA.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: '続きを読む' } },
}
