/** A text of an object that the contract leaves open. */
export function textField(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'string' ? found : undefined
}
