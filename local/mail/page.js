const find = (id) => document.getElementById(id)
const make = (tag, content, attributes = {}) => {
  const element = Object.assign(document.createElement(tag), attributes)
  element.append(...[content].flat())
  return element
}
const formatTime = (iso) => new Date(iso).toLocaleString()

let mails = []
let open
let asText = false

const renderAttachment = ({ filename, size }, index) =>
  make('a', `${filename} (${Math.ceil(size / 1024)} KB) `, { href: `/messages/${open}/attachments/${index}` })

const renderBody = ({ html, text }) => {
  if (!html || asText) return make('pre', text || html)
  const frame = make('iframe', [], { title: 'Content of the mail' })
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  frame.srcdoc = `<base target="_blank">${html}`
  return frame
}

const showMail = () => {
  const mail = mails.find(({ id }) => id === open)
  if (!mail)
    return find('mail').replaceChildren(
      make('p', 'Every mail and text message that the platform sends arrives here.', { className: 'empty' }),
    )
  const facts = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Received', formatTime(mail.receivedAt)],
    ...(mail.attachments.length ? [['Attached', mail.attachments.map(renderAttachment)]] : []),
  ]
  const kinds = ['HTML', 'Text'].map((kind) => {
    const button = make('button', kind, {
      type: 'button',
      onclick: () => {
        asText = kind === 'Text'
        showMail()
      },
    })
    button.setAttribute('aria-pressed', String((kind === 'Text') === asText))
    return button
  })
  find('mail').replaceChildren(
    make('h2', mail.subject || '(no subject)'),
    make(
      'dl',
      facts.flatMap(([name, value]) => [make('dt', name), make('dd', value)]),
    ),
    make('div', mail.html && mail.text ? kinds : []),
    renderBody(mail),
  )
}

const showList = () => {
  find('count').textContent = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  find('list').replaceChildren(
    ...mails.map(({ id, subject, to, receivedAt }) => {
      const entry = make(
        'button',
        [make('b', subject || '(no subject)'), make('span', `${to.join(', ')} · ${formatTime(receivedAt)}`)],
        {
          type: 'button',
          onclick: () => {
            open = id
            showList()
            showMail()
          },
        },
      )
      entry.setAttribute('aria-current', String(id === open))
      return entry
    }),
  )
}

const refresh = async () => {
  const found = await fetch('/messages')
    .then((response) => response.json())
    .catch(() => mails)
  if (found.length === mails.length && found[0]?.id === mails[0]?.id) return
  mails = found
  if (!mails.some(({ id }) => id === open)) {
    open = mails[0]?.id
    showMail()
  }
  showList()
}

find('clear').onclick = async () => {
  await fetch('/messages', { method: 'DELETE' })
  await refresh()
}

await refresh()
showList()
setInterval(refresh, 2000)
