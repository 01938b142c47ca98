/** The values of a form by field name. */
export type FormFields = Readonly<Record<string, string>>;

export function focusFirstField(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("input:not([type=hidden], [data-option]), textarea")?.focus();
}

/** A missing field equals an empty one. */
export function hasSameFields(some: FormFields, others: FormFields): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...names].every((name) => (some[name] ?? "") === (others[name] ?? ""));
}

export function pickFields(fields: FormFields, names: readonly string[]): FormFields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? ""]));
}
