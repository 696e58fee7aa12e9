/** Names and the addresses to which the resolver of an attacker leads them. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.attacker.net': ['127.0.0.1'],
  'metadata.attacker.net': ['169.254.169.254'],
  'intranet.attacker.net': ['10.0.0.7'],
  'nat.attacker.net': ['100.64.0.1'],
  'six.attacker.net': ['fd00:ec2::254'],
  'mapped.attacker.net': ['::ffff:169.254.169.254'],
  'nat64.attacker.net': ['64:ff9b::a9fe:a9fe'],
  'both.attacker.net': ['93.184.215.14', '10.0.0.7'],
  'zero.attacker.net': ['0.0.0.0'],
  'nobody.attacker.net': [],
}

const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001'],
  ...['127.0.0.1.', '①②⑦.0.0.1', '127。0。0。1', '0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.254'],
  ...['192.168.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe', '169.254.170.2', '100.64.0.1', '192.0.0.192'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fd00::1]'],
  ...['[fd00:ec2::254]', '[ff02::1]', '[fec0::1]', '[2001:db8::1]', '[100::1]', '[5f00::1]'],
]

const PORT_OF_A_DATABASE = 5432

/** URLs that must never be called, each in another notation or by another trick. */
export const FORBIDDEN_URLS: readonly string[] = [
  ...HOSTS.map((host) => `https://${host}/`),
  ...Object.keys(NAMES).map((name) => `https://${name}/`),
  ...['https://localhost/', 'https://localhost./', 'https://LOCALHOST/', 'https://loopback.attacker.net./'],
  ...['https://93.184.215.14@127.0.0.1/', 'https://user:secret@93.184.215.14/', 'https://127.0.0.1#@example.com/'],
  ...['https://127.0.0.1\\@example.com/', 'https://example.com\\.attacker.net@127.0.0.1/', 'https:127.0.0.1'],
  ...[`https://93.184.215.14:${PORT_OF_A_DATABASE}/`, 'https://93.184.215.14:22/', 'https://93.184.215.14:6379/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next'],
  ...[
    'http://93.184.215.14/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'ftp://127.0.0.1/',
    'dict://127.0.0.1:11211/',
  ],
  ...[
    'data:text/html,x',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    '//127.0.0.1/',
    'https://[fe80::1%25eth0]/',
  ],
]
