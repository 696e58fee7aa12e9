export const INTRODUCTION = `
Entrepot manages a merchant's goods, orders and books across custodians, channels and partners. All data belongs to a
tenant: you sign in, select a tenant, and work in it.

### Sign in

1. Register with \`POST /api/v1/iam/auth/register\` and follow the link in the mail (or send its token to \`verify-email\`).
2. Sign in with \`POST /api/v1/iam/auth/login\`, \`email\` and \`password\`. You get an \`accessToken\`, valid for 15 minutes,
   and a \`refreshToken\`, valid for 30 days and replaced whenever you use it at \`refresh\`.
3. If you belong to several tenants, select one with \`POST /api/iam/auth/select-tenant\`, which returns a token for it. If you
   belong to one, signing in selects it.
4. Send \`Authorization: Bearer <accessToken>\` with each request. On this page, press **Sign in**, and the requests that you
   try have it.

Your role in the tenant determines the scopes (\`<module>:<resource>:<action>\`) of the token; each operation names the scope
that it requires. When your role changes, existing access tokens are refused with \`TOKEN_EXPIRED\` at once. Refresh to get the
new scopes.

A program calls the API as a service account. A member makes one, adds a key, and the program exchanges it for access tokens at
\`POST /api/v1/iam/auth/token\`, as OAuth 2.0 defines it for the grant \`client_credentials\`. Whatever needs a person answers
\`PERSON_REQUIRED\`.

### Samples

Each operation has samples for curl and for TypeScript. The latter use \`@entrepot/client\`, which has a method for each operation
and types for everything that is sent and returned. Its README says how to create \`client\` for a person and for a program.

### Resources and ids

A resource has \`@context\`, \`@id\` and \`@type\` beside its fields; a GET of its \`@id\` returns it. A response that is not stored,
such as the result of a connection test or a step of the custodian wizard, has no \`@id\`. Every field is always present: an
unknown value is \`null\`, an empty list is \`[]\`.

An id can be written as a ULID or as a UUID; both are accepted everywhere. Times are ISO 8601 in UTC. A request may use any time
zone, with its offset and with seconds (\`2026-03-31T14:00:00+02:00\`). Amounts are integers in the minor unit of their currency.
Codes and enum values are case-sensitive. Identifiers that people write, such as SKUs and the numbers of documents, are shown as
they were written and are the same whatever their case, Unicode form and runs of white space. Duplicates in a list of codes or
ids count once.

Requests are strict: a PATCH without members, unknown members, members that are given twice, and numbers beyond
±9007199254740991 are refused.

### Pages

Collections accept \`page\` (from 1) and \`itemsPerPage\` (1 to 100) and return the newest members first. \`totalItems\` counts all
members that match the filters, \`view\` links the first, last, previous and next page with the same filters, and \`search\` lists
the filters. A page beyond the last one is empty.

### Errors

Errors are \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\` and \`errorCode\`. Use \`errorCode\` in
your code; \`type\` is the address of a page that explains it. A 400 lists everything that is wrong in \`violations\`, up to 200
entries. A resource of another tenant is a 404, like one that does not exist.

### Repeated and concurrent requests

Send an \`Idempotency-Key\` with operations that accept it. Repeating the request within 24 hours then returns the first response,
marked with \`Idempotency-Replayed: true\`, and does nothing twice. If the first request has not finished, operations with an effect
outside respond 409 \`IDEMPOTENCY_IN_PROGRESS\`; send the request again after \`Retry-After\`. A resource is returned with an
\`ETag\`; send it as \`If-Match\` to have a change refused with 412 if the resource has changed since.

### Dry runs

Operations with the query parameter \`dryRun\` can be tried: with \`dryRun=true\` the response is 200 with the resource that the
request would make, such as an invoice with the number that it would get, and nothing is changed. A request that would be
refused is refused with the same problem. A dry run counts for the rate limit, and its \`Idempotency-Key\` is not kept. Somebody
else may get the number first.

### Limits

Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Requests are counted per identity
or service account, without a token per address, and for the server of a satellite that proves itself per satellite. Beyond the limit the response is
429, with the seconds to wait in \`Retry-After\`. Unless an operation says otherwise, a body may have 1 MiB and a query value 4,096
characters. A path value above 1,024 bytes is a 404.
`.trim()
