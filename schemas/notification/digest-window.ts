/** Times within which messages are gathered; `off` sends each message by itself. */
export const DIGEST_WINDOWS = ['off', 'five_minutes', 'hourly', 'daily'] as const
export type DigestWindow = (typeof DIGEST_WINDOWS)[number]
