export const INTRODUCTION = `
Entrepot keeps a merchant's goods, orders and books across custodians, channels and partners. Everything belongs to a
tenant; whoever signs in selects one and works inside it.

### Sign in

1. \`POST /api/v1/iam/auth/register\`, then follow the link in the mail (or send its token to \`verify-email\`).
2. \`POST /api/v1/iam/auth/login\` with \`email\` and \`password\` gives an \`accessToken\` (15 minutes) and a \`refreshToken\`
   (30 days, replaced at each use of \`refresh\`).
3. With several tenants, \`POST /api/iam/auth/select-tenant\` gives a token for one; with a single tenant login has done that.
4. Send \`Authorization: Bearer <accessToken>\`. Here, press **Authorize** and paste it.

Your role in the tenant decides which scopes (\`<module>:<resource>:<action>\`) the token holds; each operation names its own.
When the role changes, tokens of before are refused with \`TOKEN_EXPIRED\` at once; refreshed ones have the new scopes.

### Resources and ids

A resource carries \`@context\`, \`@id\` and \`@type\` beside its fields; a GET of its \`@id\` answers it again. A value, such as what a
test of a connection found or a step of the custodian wizard, stands at no address and has no \`@id\`. Every field is always there: unknown is \`null\`, empty is
\`[]\`. An id is one value in two spellings, ULID and UUID; both are taken everywhere. Times are ISO 8601 in UTC, amounts are
integers in the minor unit of their currency. A request may give a time in any zone, with its offset and its seconds
(\`2026-03-31T14:00:00+02:00\`). Codes and values of an enumeration are case-sensitive. What
stands twice in a list of codes or ids counts once. A member that an operation does not know is refused, never
ignored, and so is one that is given twice. A number beyond 9007199254740991 either way is refused, never rounded.

### Pages

Collections take \`page\` (from 1) and \`itemsPerPage\` (1 to 100) and come newest first. \`totalItems\` counts the whole
filtered collection, \`view\` links the first, last, previous and next page with all filters kept, and \`search\` names the filters.
A page past the end is empty.

### Errors

Errors are \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\` and \`errorCode\`. Decide by \`errorCode\`; \`type\`
is the address of a page about it. A 400 lists everything that is wrong in \`violations\`, or the first 200 of
it. What belongs to another tenant is a 404, just like what does not exist.

### Repeating and racing

An operation with an \`Idempotency-Key\` can be repeated for 24 hours without doing it twice: the answer is the first one, marked
\`Idempotency-Replayed: true\`. A resource answers with an \`ETag\`; send it as \`If-Match\` and a change is refused with 412 where
somebody was faster.

### Limits

Every answer tells \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Counted is the identity, or the address
where there is no token, or the satellite where its server proves itself. Beyond the limit the answer is 429 with \`Retry-After\` in seconds. A body may have 1 MiB unless its
operation says otherwise. A value in a query may have 4,096
characters unless it says otherwise; nothing has a name of more than 1,024 bytes in a path, so that is a 404.
`.trim()
