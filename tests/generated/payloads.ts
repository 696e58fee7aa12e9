/** Texts that mean something to an interpreter which should never see them, by interpreter. */
const PAYLOADS_BY_INTERPRETER = {
  sql: [
    "' OR '1'='1",
    "' OR 1=1 --",
    '" OR ""="',
    "') OR ('x'='x",
    "admin'--",
    '1; DROP TABLE partners; --',
    "' UNION SELECT NULL, NULL --",
    "' AND SLEEP(5) AND 'x'='x",
    "'; WAITFOR DELAY '0:0:5' --",
    "1' AND (SELECT 1 FROM pg_sleep(5)) --",
    "' || (SELECT version()) || '",
    '1 AND EXTRACTVALUE(1, CONCAT(0x7e, USER()))',
    "x' AND 1=CONVERT(int, @@version) --",
    "%' ESCAPE '!' OR '1'='1",
    "\\' OR 1=1 /*",
    '0x27204f5220313d31',
  ],
  dynamodb: [
    "' OR attribute_exists(pk) OR '1'='2",
    "x' OR begins_with(pk, 'T#') OR 'a'='b",
    'SELECT * FROM "entrepot-dev" WHERE pk = \'T#1\'',
    'T#01K9ZB4A7M2C5X8V1B6N3Q0W4E#partner',
    ':v0',
    '#pk = :pk',
    '#n0, #n1',
    'SET #a = :b REMOVE #c',
    'attribute_not_exists(pk)',
    '{"S":"x"}',
    '{"$ne":null}',
    '{"$where":"sleep(5000)"}',
    '[$gt]=',
    "'; return true; var x='",
    'size(pk) > :zero',
    '\u0001\u0002#',
  ],
  template: [
    '{{7*7}}',
    '${7*7}',
    '#{7*7}',
    '<%= 7*7 %>',
    '{% raw %}{{ secret }}{% endraw %}',
    "{% include '/etc/passwd' %}",
    '{{ constructor.constructor("return process")() }}',
    '{{ __proto__.polluted }}',
    '{{ "x" | append: env.AWS_SECRET_ACCESS_KEY }}',
    '{{#with "s" as |string|}}{{/with}}',
    '[[${T(java.lang.Runtime)}]]',
    '@(1+2)',
    '#eval("1+1")',
    '#read("/etc/passwd")',
    '$evil$ #import "x.typ"',
    '*{self}*',
  ],
  command: [
    '; id',
    '| id',
    '|| id',
    '&& id',
    '`id`',
    '$(id)',
    '; sleep 5 #',
    '\nid\n',
    '%0aid',
    '& ping -n 5 127.0.0.1 &',
    '--help',
    '-oProxyCommand=id',
    '@/etc/passwd',
    '$IFS$9id',
    "';exec('id');'",
    '() { :;}; id',
  ],
  path: [
    '../../../../etc/passwd',
    '..\\..\\..\\windows\\win.ini',
    '....//....//etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2f',
    '..%252f..%252f',
    '/etc/passwd',
    'file:///etc/passwd',
    'C:\\boot.ini',
    '\\\\attacker.example\\share',
    '/proc/self/environ',
    '..;/..;/',
    './././x',
    'x/../../y',
    '~root',
    'CON',
  ],
  markup: [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "javascript:alert('x')",
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    ']]><x/>',
    '<svg/onload=alert(1)>',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '@SUM(1+1)',
    '-2+3',
    'x\r\nSet-Cookie: a=b',
    'x\r\n\r\n<html>',
    '*)(uid=*))(|(uid=*',
    '" and "1"="1',
    "' or count(/*)=1 or 'a'='b",
    '<?php echo 1; ?>',
  ],
} as const

export const PAYLOADS: readonly string[] = Object.values(PAYLOADS_BY_INTERPRETER).flat()

type Path = readonly (string | number)[]

/** Lists the paths of all texts in a body. */
export const listTexts = (value: unknown, path: Path = []): Path[] => {
  if (typeof value === 'string') return [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) => listTexts(member, [...path, name]))
}

/** Returns a copy of the body with another text at the path. */
export const replaceText = (value: unknown, [name, ...rest]: Path, text: string): unknown => {
  if (name === undefined) return text
  const inner = replaceText((value as Record<string, unknown>)[name], rest, text)
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...(value as object), [name]: inner }
}

/** Reads what an answer has at the path of a request; undefined if there is nothing. */
export const readText = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], value)
