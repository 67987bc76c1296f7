/** Parts of URLs that have bypassed SSRF filters. */

/** Internal names, names of the server itself, and invalid names. */
export const internalNames: readonly string[] = [
  'localhost', 'app.localhost', 'LocalHost', 'localhost.', 'ⓛocalhost', 'loc%61lhost', 'localhost.localdomain', 'intranet',
  'printer.local', 'metadata.google.internal', 'router.home.arpa', 'db.corp', 'nas.lan', 'x.private', 'hooks.example.com.',
  'hooks..example.com', '.example.com', 'hooks。example。com。', 'com', '*', '.', '', '-', 'souk.example.com',
  'SOUK.example.com', 'souk.example.com.', 'souk%2eexample.com', 'ＳＯＵＫ.example.com',
] // prettier-ignore

/** Authorities with user information, ports and ambiguous syntax; some are valid. */
export const authorities: readonly string[] = [
  'user@hooks.example.com', 'user:secret@hooks.example.com', '@hooks.example.com', ':@hooks.example.com',
  'hooks.example.com@evil.example.com', 'a@b@hooks.example.com', 'hooks.example.com%40127.0.0.1', 'hooks.example.com:0',
  'hooks.example.com:22', 'hooks.example.com:25', 'hooks.example.com:5432', '8.8.8.8:6379', 'hooks.example.com:2375',
  'hooks.example.com:65536', 'hooks.example.com:-1', 'hooks.example.com:4e2', 'a:b:c', 'hooks.example.com:80',
  'hooks.example.com:８０', 'localhost:4000', '127.0.0.1:4001', '[::1]:4000', '8.8.8.8:11211', 'hooks.example.com\\',
  'hooks.example.com\\.evil.example.com', 'hooks.example.com\n', 'hooks\u0000.example.com', 'hooks.example.com:443',
  'hooks.example.com:8443', 'localhost:9000', '127.0.0.1:9000', 'hooks.example.com',
] // prettier-ignore

export const schemes: readonly string[] = [
  'https://', 'http://', 'HTTPS://', 'ftp://', 'file://', 'gopher://', 'ws://', 'javascript:', 'data:', '//', 'https:',
  'https:/', 'https:///', 'https:\\\\', ' https://', 'ht\ttps://', 'http+unix://', '',
] // prettier-ignore

export const paths: readonly string[] = [
  '/hook', '', '/', '?a=b', '#', '#@127.0.0.1/', '/\\x', '/%0d%0aHost:x', '/\r\nX: y', '/a b', '/@x', '/\ud800',
] // prettier-ignore
