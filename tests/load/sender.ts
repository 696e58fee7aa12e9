import { nextMailTo } from '../support/mails.ts'
import { signInTo } from '../support/sign-in.ts'

export interface Reply {
  status: number
  retryAfter: string | null
  // biome-ignore lint/suspicious/noExplicitAny: any member of an answer
  body: any
}

/** A signed-in owner of a tenant who sends requests to a started stack. */
export interface Sender {
  tenant: string
  /** Sends a request and returns whatever comes; throws if there is no answer. */
  send: (method: string, path: string, body?: unknown) => Promise<Reply>
  /** Forgets the token, so that the next request signs in again. */
  renew: () => void
}

const PASSWORD = 'correct horse battery'

export const request = async (
  url: string,
  method: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
): Promise<Reply> => {
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = /json\b/.test(answer.headers.get('content-type') ?? '')
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: isJson && text ? JSON.parse(text) : text,
  }
}

/** Registers the owner of a new tenant and signs in. */
export const registerSender = async (api: string, mails: string, tenant: string): Promise<Sender> => {
  const email = `${tenant}@example.com`
  const registered = { email, password: PASSWORD, firstName: 'Ada', company: tenant }
  await request(`${api}/api/v1/iam/auth/register`, 'POST', { body: registered })
  const [, token = ''] = /token=([\w.-]+)/.exec((await nextMailTo(email, mails)).text) ?? []
  await request(`${api}/api/v1/iam/auth/verify-email`, 'POST', { body: { token } })
  let signingIn: Promise<string> | undefined
  const signIn = async () => (await signInTo(api, email, PASSWORD)).accessToken ?? ''
  const renew = () => {
    signingIn = undefined
  }
  const getToken = async () => {
    signingIn ??= signIn()
    return await signingIn.catch((error) => {
      renew()
      throw error
    })
  }
  const send = async (method: string, path: string, body?: unknown) =>
    await request(`${api}${path}`, method, { token: await getToken(), body })
  return {
    tenant,
    renew,
    async send(method, path, body) {
      const reply = await send(method, path, body)
      if (reply.status !== 401) return reply
      // The token has ended, so nothing was changed.
      renew()
      return await send(method, path, body)
    },
  }
}

/** Calls as this sender; throws if the answer is not a success. */
export const callFor =
  ({ send }: Sender) =>
  async (method: string, path: string, body?: unknown): Promise<Reply['body']> => {
    const reply = await send(method, path, body)
    if (reply.status < 300) return reply.body
    throw new Error(`${method} ${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  }
