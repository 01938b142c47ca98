/** The texts of a form, by the names of its fields. */
export type FormFields = Readonly<Record<string, string>>;

export function readFields(form: HTMLFormElement): FormFields {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Empties the fields that are not given. The elements stay, and with them the keyboard of a phone. */
export function fillFields(form: HTMLFormElement, fields: FormFields): void {
  for (const element of form.elements) {
    if (!isField(element)) continue;
    element.value = fields[element.name] ?? "";
    // For whatever listens to typing, such as a field that grows.
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

export function focusFirstField(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("input:not([type=hidden], [data-option]), textarea")?.focus();
}

/** A missing field is an empty one. */
export function sameFields(some: FormFields, others: FormFields): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...names].every((name) => (some[name] ?? "") === (others[name] ?? ""));
}
