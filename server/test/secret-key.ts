/** What the servers of tests seal and sign with. */
export const testSecretKey = 'a secret key that only tests use, long enough'
