import { ask, verified } from '../../../tests/iam/people.ts'
import { aMember } from '../../../tests/support/client.ts'
import { type Operation, requireStatus } from '../operation.ts'

const FROM = '10.9.0.1'
const AGENT = { 'user-agent': 'curl/8' }

export const signIn: readonly Operation[] = [
  {
    name: 'sign in',
    async prepare() {
      const { email, password } = await verified()
      return async () => requireStatus(200, await ask('login', { email, password }, AGENT, FROM))
    },
  },
  {
    name: 'refresh the tokens of a session',
    async prepare() {
      const { email, password } = await verified()
      let { refreshToken } = (await ask('login', { email, password }, AGENT, FROM)).body
      return async () => {
        const answer = requireStatus(200, await ask('refresh', { refreshToken }, AGENT, FROM))
        refreshToken = answer.body.refreshToken
      }
    },
  },
  {
    name: 'refused sign-in, with a wrong password',
    async prepare() {
      const { email } = await verified()
      return async () => requireStatus(401, await ask('login', { email, password: 'not the password' }, AGENT, FROM))
    },
  },
  {
    name: 'refused request, without a token',
    async prepare() {
      const { get } = { get: (await aMember()).get }
      return async () => requireStatus(401, await get('/api/partner/partners', { authorization: 'Bearer none' }))
    },
  },
  {
    name: 'refused request, without the scope',
    async prepare() {
      const member = await aMember({ scopes: [] })
      return async () => requireStatus(403, await member.post('/api/partner/partners', { name: 'Nordlicht' }))
    },
  },
  {
    name: 'refused request, with an invalid body',
    async prepare() {
      const member = await aMember()
      return async () => requireStatus(400, await member.post('/api/partner/partners', {}))
    },
  },
]
