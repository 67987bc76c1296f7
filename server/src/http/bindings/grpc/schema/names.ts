/** Full name of a message of A2A. */
export const a2a = (name: string) => `lf.a2a.v1.${name}`
