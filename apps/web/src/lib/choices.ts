/** Returns the choices of a field, in the order of their labels by value. */
export function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}
