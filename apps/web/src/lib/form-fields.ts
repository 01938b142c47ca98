/** The values of a form by field name. They can be stored as JSON. */
export type FormFields = Readonly<Record<string, string | boolean | readonly string[] | readonly number[]>>;

export function focusFirstField(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("input:not([type=hidden], [data-option]), textarea")?.focus();
}

export function hasSameFields(some: FormFields, others: FormFields): boolean {
  return Object.keys(others).every((name) => JSON.stringify(some[name]) === JSON.stringify(others[name]));
}

export function pickFields<Fields extends FormFields>(fields: Fields, names: readonly (keyof Fields)[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}

/** Returns stored fields. Those that an earlier version of the app stored otherwise, or not at all, have their initial values. */
export function readFields<Fields extends FormFields>(stored: FormFields, initial: Fields): Fields {
  const isAlike = ([name, value]: [string, unknown]) =>
    typeof stored[name] === typeof value && Array.isArray(stored[name]) === Array.isArray(value);
  const names = Object.entries(initial).filter(isAlike);
  return { ...initial, ...Object.fromEntries(names.map(([name]) => [name, stored[name]])) };
}
