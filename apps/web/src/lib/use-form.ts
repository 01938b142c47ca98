import type { Issue } from "@repasa/contract/errors.ts";
import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "#lib/api-error.ts";

type Errors = Readonly<Record<string, string>>;

function firstByField(issues: readonly { path: string; message: string }[]): Errors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

function check<S extends z.ZodMiniType>(schema: S, form: HTMLFormElement) {
  const result = z.safeParse(schema, Object.fromEntries(new FormData(form)));
  if (result.success) return { values: result.data, errors: {} as Errors };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { values: undefined, errors: firstByField(issues) };
}

/**
 * A form of uncontrolled fields, checked by a schema of the contract when it is sent. After a first refusal a field
 * with an error is checked again as it is mended. (Half a kilobyte, where react-hook-form is twelve.)
 *
 * @param onSubmit takes the parsed values; it is only called when all of them are valid.
 * @returns `form`: props of the form element; `field(name)`: `name` and `error` of a `TextField` and its kin;
 *   `showIssues(error)`: puts the server's `issues` at their fields, and tells whether there were any;
 *   `showErrors(errors)`: puts messages by field, for what the server refuses in other words.
 */
export function useForm<S extends z.ZodMiniType>(schema: S, onSubmit: (values: z.output<S>) => void) {
  const [errors, setErrors] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);

  const show = (next: Errors) => {
    setErrors(next);
    const fields = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    fields.find((field) => field.name in next)?.focus();
  };

  return {
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const { values, errors: found } = check(schema, event.currentTarget);
        show(found);
        if (values !== undefined) onSubmit(values);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (Object.keys(errors).length === 0) return;
        const now = check(schema, event.currentTarget).errors;
        // Only mends: a field that was not wrong when the form was sent is left in peace until it is sent again.
        setErrors(Object.fromEntries(Object.entries(now).filter(([name]) => name in errors)));
      },
    },
    field: (name: string) => ({ name, error: errors[name] }),
    showIssues: (error: unknown): boolean => {
      const issues: readonly Issue[] = error instanceof ApiError ? error.issues : [];
      if (issues.length > 0) show(firstByField(issues));
      return issues.length > 0;
    },
    showErrors: show,
  };
}
