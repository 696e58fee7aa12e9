import { setTimeout as wait } from 'node:timers/promises'

/** Signs in to a started stack. Waits if other tests have used up this minute's sign-ins of the address. */
export const signInTo = async (api: string, email: string, password: string): Promise<Record<string, string>> => {
  for (;;) {
    const answer = await fetch(`${api}/api/v1/iam/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (answer.status !== 429) return (await answer.json()) as Record<string, string>
    await wait(Number(answer.headers.get('retry-after')) * 1000)
  }
}
